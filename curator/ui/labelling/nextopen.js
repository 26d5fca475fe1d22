// Where somebody goes who has answered.

// The next open question after a cell: what is open beside it, then the next that is needed, then (where nothing is
// needed any more) the next open one; null where there is none. `around`: also look from the top; `needed`: what is
// needed goes before what is beside.
export function nextOpen(sheet, row, cell, { around = false, needed = false } = {}) {
  if (sheet.byField) return firstOpen(sheet, cell, around);
  const isWanted = other => (needed && sheet.needed > sheet.done ? sheet.isMissing(other) : sheet.isOpen(other) || sheet.isMissing(other));
  const rest = row.walk.slice(row.walk.indexOf(cell) + 1).find(isWanted);
  if (rest) return rest;
  const order = shownFirst(sheet, [...sheet.rows.slice(row.index + 1), ...(around ? sheet.rows.slice(0, row.index + 1) : [])]);
  const needy = order.find(other => other.needed > other.done);
  if (needy) return needy.walk.find(other => sheet.isMissing(other)) ?? null;
  if (sheet.needed > sheet.done) return null;
  for (const other of order) {
    const open = other.walk.find(candidate => candidate !== cell && sheet.isOpen(candidate));
    if (open) return open;
  }
  return null;
}

// Rows that a filter leaves out come last.
function shownFirst(sheet, rows) {
  const { hidden } = sheet;
  return hidden.size ? [...rows.filter(row => !hidden.has(row.index)), ...rows.filter(row => hidden.has(row.index))] : rows;
}

function firstOpen(sheet, from, around) {
  let passed = false;
  let open = null;
  let early = null;
  for (const cell of sheet.order) {
    if (cell === from) passed = true;
    else if (passed && sheet.isMissing(cell)) return cell;
    else if (!passed && around && !early && sheet.isMissing(cell)) early = cell;
    else if (passed && !open && sheet.isOpen(cell)) open = cell;
  }
  return early || (sheet.needed > sheet.done ? null : open);
}
