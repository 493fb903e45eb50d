/**
 * Shares one run of a load among all who call for it.
 * @returns a function that loads at its first call, and again after a load that failed
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
