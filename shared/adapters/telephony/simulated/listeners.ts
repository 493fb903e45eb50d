/** Those who hear what happens on one leg. */
export interface Listeners<Event> {
  add(listener: (event: Event) => void): () => void;
  emit(event: Event): void;
  size(): number;
  clear(): void;
}

/** Listeners that cannot hurt the call: one that throws is reported, and the others still hear. */
export function createListeners<Event>(onError: (error: unknown) => void): Listeners<Event> {
  const listeners = new Set<{ hear: (event: Event) => void }>();
  return {
    add: (hear) => {
      const entry = { hear };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    emit: (event) => {
      for (const { hear } of [...listeners]) {
        try {
          hear(event);
        } catch (error) {
          onError(error);
        }
      }
    },
    size: () => listeners.size,
    clear: () => listeners.clear(),
  };
}
