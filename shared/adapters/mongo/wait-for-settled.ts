/** Resolves when the promise has settled, or after the maximum wait in milliseconds. */
export function waitForSettled(promise: Promise<unknown>, maxWaitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(end, end);
  });
}
