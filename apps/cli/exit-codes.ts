/** How the command ends; scripts may rely on it. docs/command-line.md says the same. */
export const exitCodes = {
  done: 0,
  /** The API refused, or what was waited for did not end well. */
  failed: 1,
  /** The command was called in a way it does not know, or does not know where the API is. */
  usage: 2,
  /** The API cannot be reached, or cannot serve now. */
  unreachable: 3,
  /** The key is none, or may not do this. */
  unauthorized: 4,
  /** An import ended, and some of its rows are bad. */
  invalidRows: 5,
  /** Ctrl-C. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
