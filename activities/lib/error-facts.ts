/** What may be logged of an error whose text another party wrote, such as a call provider that repeats a phone number. */
export interface ErrorFacts {
  errorType: string;
  errorCode?: string | number;
}

/** Returns the type and the code of an error, and none of its text. */
export function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { errorType: typeof error };
  const { code } = error as { code?: unknown };
  // A code is a number or a symbol of a few letters. Anything else is text.
  const isCode = typeof code === 'number' || (typeof code === 'string' && /^[A-Za-z]\w{0,63}$/.test(code));
  return { errorType: error.name, ...(isCode ? { errorCode: code } : {}) };
}
