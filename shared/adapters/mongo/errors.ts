import { MongoBulkWriteError, MongoError, MongoWriteConcernError, type WriteError } from 'mongodb';

const duplicateKey = 11_000;

/** The errors of single documents that a bulk write reports; empty when the whole command failed. */
export const writeErrorsOf = (error: MongoBulkWriteError): readonly WriteError[] => [error.writeErrors].flat();

/**
 * True if the only failure is that documents with these keys exist. For a bulk write, whose `code` is that of its first
 * error, every error has to be a duplicate: otherwise documents are missing.
 */
export function isDuplicateKey(error: unknown): boolean {
  if (!(error instanceof MongoError) || error.code !== duplicateKey) return false;
  if (!(error instanceof MongoBulkWriteError)) return true;
  return writeErrorsOf(error).every(({ code }) => code === duplicateKey) && !hasWriteConcernError(error);
}

/** Handles the failure of an insert that may be repeated. @throws unless only documents with these keys exist */
export function ignoreDuplicates(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}

export const hasWriteConcernError = (error: MongoBulkWriteError): boolean =>
  (error.result as typeof error.result | undefined)?.getWriteConcernError() !== undefined;

/** The driver found no server, lost its connection, waited too long for one, or is being closed. */
const unavailableErrorNames = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoStalePrimaryError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  'PoolClearedOnNetworkError',
]);

/** Labels of errors after which the same operation may succeed. */
const retryableLabels = ['RetryableWriteError', 'TransientTransactionError', 'RetryableError', 'HandshakeError'];

/**
 * Codes with which a member reports its own state, or that of its replica set, and not a mistake in the operation.
 * https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml
 */
const unavailableCodes = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  43, // CursorNotFound: the member that held the cursor restarted or stepped down
  50, // MaxTimeMSExpired
  63, // StaleShardVersion
  64, // WriteConcernTimeout
  79, // UnknownReplWriteConcern
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  150, // StaleEpoch
  175, // QueryPlanKilled
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  237, // CursorKilled
  262, // ExceededTimeLimit
  365, // TemporarilyUnavailable
  384, // ConnectionError
  391, // ReauthenticationRequired
  462, // IngressRequestRateLimitExceeded
  9_001, // SocketException
  10_058, // LegacyNotPrimary
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_601, // Interrupted
  11_602, // InterruptedDueToReplStateChange
  13_388, // StaleConfig
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
  14_031, // OutOfDiskSpace
]);
const isUnavailableCode = (code: unknown): boolean => typeof code === 'number' && unavailableCodes.has(code);

/** Socket errors that the driver passes on unwrapped when a write meets a connection that has just closed. */
const socketCodes = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);
const isSocketError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && socketCodes.has(String(error.code));

/**
 * A bulk write wraps what made its command fail, without naming it. An error of the driver is recognized by the absence
 * of a server's code.
 */
function isUnavailableBulk(error: MongoBulkWriteError): boolean {
  if (hasWriteConcernError(error)) return true;
  const writeErrors = writeErrorsOf(error);
  return writeErrors.length > 0
    ? writeErrors.some(({ code }) => isUnavailableCode(code))
    : typeof error.code !== 'number';
}

/**
 * True for errors that mean that the store is unavailable, and not that the operation was wrong: no member can be
 * reached, the member steps down, elects or shuts down, or the majority did not confirm a write in time. Whether a write
 * took effect is then unknown, so it must be repeated or read again.
 */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isSocketError(error);
  return (
    unavailableErrorNames.has(error.name) ||
    error instanceof MongoWriteConcernError ||
    isUnavailableCode(error.code) ||
    retryableLabels.some((label) => error.hasErrorLabel(label)) ||
    (error instanceof MongoBulkWriteError && isUnavailableBulk(error))
  );
}
