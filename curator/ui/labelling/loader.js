// Streamlit runs this from a blob, where a relative import fails: all it does is to fetch the real modules.
const MODULES = []; // filled in by __init__.py: all that is needed is asked for at once
let board;
export default function (component) {
  let stop;
  let gone = false;
  const start = () => {
    if (!gone) stop = board.mount(component);
  };
  if (board) start();
  else {
    performance.mark('curator:called');
    const assets = new URL(`${component.data.base}/api/v1/assets/`, location.origin);
    const preload = name => Object.assign(document.createElement('link'), { rel: 'modulepreload', href: new URL(name, assets) });
    document.head.append(...MODULES.map(preload));
    import(new URL('board.js', assets)).then(module => {
      board = module;
      start();
    });
  }
  return () => {
    gone = true;
    if (stop) stop();
  };
}
