/** What a member of a replica set answers instead of doing what was asked. */
export interface MemberError {
  code: number;
  codeName: string;
  errmsg: string;
  errorLabels?: readonly string[];
}

const retryable = ['RetryableWriteError'];

/**
 * The documented answers of members that step down, elect, recover or shut down.
 * https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml
 */
export const memberErrors = {
  notWritablePrimary: {
    code: 10_107,
    codeName: 'NotWritablePrimary',
    errmsg: 'not primary',
    errorLabels: retryable,
  },
  steppedDown: {
    code: 189,
    codeName: 'PrimarySteppedDown',
    errmsg: 'Primary stepped down while waiting for replication',
    errorLabels: retryable,
  },
  interrupted: {
    code: 11_602,
    codeName: 'InterruptedDueToReplStateChange',
    errmsg: 'operation was interrupted',
    errorLabels: retryable,
  },
  interruptedAtShutdown: {
    code: 11_600,
    codeName: 'InterruptedAtShutdown',
    errmsg: 'interrupted at shutdown',
    errorLabels: retryable,
  },
  shuttingDown: {
    code: 91,
    codeName: 'ShutdownInProgress',
    errmsg: 'The server is in quiesce mode and will shut down',
    errorLabels: retryable,
  },
  noSecondaryOk: {
    code: 13_435,
    codeName: 'NotPrimaryNoSecondaryOk',
    errmsg: 'not primary and secondaryOk=false',
    errorLabels: retryable,
  },
  recovering: {
    code: 13_436,
    codeName: 'NotPrimaryOrSecondary',
    errmsg: 'node is recovering',
    errorLabels: retryable,
  },
  transient: {
    code: 112,
    codeName: 'WriteConflict',
    errmsg: 'WriteConflict error',
    errorLabels: ['TransientTransactionError'],
  },
  tooSlow: { code: 50, codeName: 'MaxTimeMSExpired', errmsg: 'operation exceeded time limit' },
  cursorLost: { code: 43, codeName: 'CursorNotFound', errmsg: 'cursor id 1 not found' },
} as const satisfies Record<string, MemberError>;

/** How the majority fails to confirm a write that the primary has made. */
export const writeConcernErrors = {
  timeout: { code: 64, codeName: 'WriteConcernTimeout', errmsg: 'waiting for replication timed out' },
  steppedDown: memberErrors.steppedDown,
  shuttingDown: memberErrors.shuttingDown,
  tooFewMembers: { code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg: 'Not enough data-bearing nodes' },
} as const satisfies Record<string, MemberError>;
