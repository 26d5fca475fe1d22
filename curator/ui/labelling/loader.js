// Streamlit runs this from a blob, where a relative import fails: all it does is to fetch the real modules.
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
    const address = new URL(`${component.data.base}/api/v1/assets/board.js`, location.origin);
    import(address).then(module => {
      board = module;
      start();
    });
  }
  return () => {
    gone = true;
    if (stop) stop();
  };
}
