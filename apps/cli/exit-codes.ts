/** The exit codes; scripts may rely on them. docs/command-line.md documents them. */
export const exitCodes = {
  done: 0,
  /** The API rejected the request, or the awaited job or import failed. */
  failed: 1,
  /** The command line is invalid, or a setting such as the URL is missing. */
  usage: 2,
  /** The API is unreachable or unavailable. */
  unreachable: 3,
  /** The key is invalid or lacks permission. */
  unauthorized: 4,
  /** An import completed, but some of its rows are invalid. */
  invalidRows: 5,
  /** Ctrl-C. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
