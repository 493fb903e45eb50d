import { useSyncExternalStore } from 'react';

/** What a person chose for this browser. It is no part of an address that is shared. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  /** In which zone instants are written. */
  zone: 'yours' | 'utc' | 'contact';
  /** `held` stops the polling, so that nothing on the page changes. */
  updates: 'live' | 'held';
}

const name = 'outdial.preferences';
const initial: Preferences = { theme: 'system', zone: 'yours', updates: 'live' };
const listeners = new Set<() => void>();
let current: Preferences = read();

function read(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Preferences>;
    return { ...initial, ...stored, updates: 'live' };
  } catch {
    return initial;
  }
}

/** Writes the theme where the style sheet reads it. */
export function applyTheme(): void {
  if (current.theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = current.theme;
}

function change(part: Partial<Preferences>): void {
  current = { ...current, ...part };
  try {
    localStorage.setItem(name, JSON.stringify(current));
  } catch {
    // A browser that stores nothing keeps the choice until the page is closed.
  }
  applyTheme();
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The preferences, and a function that changes a part of them. */
export const usePreferences = (): [Preferences, (part: Partial<Preferences>) => void] => [
  useSyncExternalStore(subscribe, () => current),
  change,
];

/** The zone in which instants are written; `undefined` is the browser's. @param contactZone IANA name, if it is known */
export function useZone(contactZone?: string): string | undefined {
  const [{ zone }] = usePreferences();
  return { yours: undefined, utc: 'UTC', contact: contactZone }[zone];
}
