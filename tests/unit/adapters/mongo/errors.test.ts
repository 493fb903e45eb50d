import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoStalePrimaryError,
  MongoWriteConcernError,
} from 'mongodb';
import { toProblem } from '../../../../apps/api/http/to-problem';
import { isDuplicateKey, isStoreUnavailable } from '../../../../shared/adapters/mongo/client';
import { memberErrors, type MemberError } from '../../../support/mongo-faults';

/** The constructors are internal to the driver; tests/integration/operations/member-states.test.ts has errors of its own. */
const construct = (type: unknown, ...given: unknown[]): MongoError =>
  new (type as new (...args: unknown[]) => MongoError)(...given);
/** What the driver passes on of a bulk write, as far as it is read. */
const bulkResult = (writeConcernError?: { code: number }) => ({ getWriteConcernError: () => writeConcernError });
const bulkError = (codes: readonly number[], result = bulkResult()): MongoError => {
  const writeErrors = codes.map((code, index) => ({ index, code }));
  return construct(MongoBulkWriteError, { message: 'x', code: codes[0], writeErrors }, result);
};

describe('the store is unavailable', () => {
  it.each(Object.values<MemberError>(memberErrors))(
    'when a member reports $codeName, with labels and without',
    (error) => {
      for (const errorLabels of [error.errorLabels ?? [], []]) {
        const thrown = new MongoServerError({ ...error, message: error.errmsg, errorLabels: [...errorLabels] });
        expect(isStoreUnavailable(thrown)).toBe(true);
        expect(toProblem(thrown)).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
      }
    },
  );

  it('when the majority did not confirm a write, whatever the reason', () => {
    for (const code of [64, 91, 100, 189, 11_602]) {
      const thrown = new MongoWriteConcernError({ ok: 1, writeConcernError: { code, errmsg: 'x' } });
      expect(isStoreUnavailable(thrown)).toBe(true);
    }
  });

  it('when the driver lost, closes or cannot find a server', () => {
    for (const type of [MongoServerClosedError, MongoClientClosedError, MongoStalePrimaryError, MongoNetworkError])
      expect(isStoreUnavailable(construct(type, 'x'))).toBe(true);
    expect(isStoreUnavailable(new MongoServerSelectionError('x', {} as never))).toBe(true);
  });

  it('when a bulk write failed for one of these reasons, which the driver does not name', () => {
    const driver = new MongoServerSelectionError('x', {} as never);
    expect(isStoreUnavailable(construct(MongoBulkWriteError, driver, bulkResult()))).toBe(true);
    const server = new MongoServerError({ code: 10_107, message: 'x' });
    expect(isStoreUnavailable(construct(MongoBulkWriteError, server, bulkResult()))).toBe(true);
    expect(isStoreUnavailable(bulkError([11_000, 11_602]))).toBe(true);
    const unconfirmed = { message: 'x', code: 64 };
    expect(isStoreUnavailable(construct(MongoBulkWriteError, unconfirmed, bulkResult({ code: 64 })))).toBe(true);
  });

  it('but not when the operation is wrong', () => {
    for (const code of [2, 13, 121, 10_334, 11_000])
      expect(isStoreUnavailable(new MongoServerError({ code, message: 'x' }))).toBe(false);
    for (const error of [bulkError([11_000]), bulkError([121]), new MongoError('x'), new TypeError('x'), undefined])
      expect(isStoreUnavailable(error)).toBe(false);
  });
});

describe('a bulk write met only existing documents', () => {
  it('when every error is a duplicate', () => {
    expect(isDuplicateKey(bulkError([11_000, 11_000]))).toBe(true);
    expect(isDuplicateKey(new MongoServerError({ code: 11_000, message: 'x' }))).toBe(true);
  });

  it('but not when the first error is a duplicate and another is not', () => {
    expect(isDuplicateKey(bulkError([11_000, 121]))).toBe(false);
    expect(isDuplicateKey(bulkError([11_000, 11_602]))).toBe(false);
  });

  it('and not when the majority did not confirm the others', () => {
    expect(isDuplicateKey(bulkError([11_000], bulkResult({ code: 64 })))).toBe(false);
  });
});
