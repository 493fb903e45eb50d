/** The subscribers to the events of one leg. */
export interface Listeners<Event> {
  add(listener: (event: Event) => void): () => void;
  emit(event: Event): void;
  size(): number;
  clear(): void;
}

/** Creates listeners that cannot break the call: an exception in one is reported and does not affect the others. */
export function createListeners<Event>(onError: (error: unknown) => void): Listeners<Event> {
  const listeners = new Set<{ notify: (event: Event) => void }>();
  return {
    add: (notify) => {
      const entry = { notify };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    emit: (event) => {
      for (const { notify } of [...listeners]) {
        try {
          notify(event);
        } catch (error) {
          onError(error);
        }
      }
    },
    size: () => listeners.size,
    clear: () => listeners.clear(),
  };
}
