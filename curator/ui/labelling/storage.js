// localStorage that never throws: full or forbidden storage costs durability, not the page.

export function read(key, fallback = null) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? fallback;
  } catch {
    return fallback;
  }
}

export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function remove(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    /* nothing to remove where nothing can be kept */
  }
}

export function keys(prefix) {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix)).sort();
  } catch {
    return [];
  }
}

// What belongs to this tab alone (it survives a reload).
export const tab = {
  get: key => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set: (key, value) => {
    try {
      sessionStorage.setItem(key, value);
    } catch {
      /* the next reload starts afresh */
    }
  },
};
