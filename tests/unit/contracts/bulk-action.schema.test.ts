import { createBulkActionSchema } from '../../../shared/contracts/bulk-action.schema';
import { describeExpectation, jsonPointer, toFieldProblems } from '../../../shared/contracts/issues';

const all = { All: true };
const cancel = { Action: 'cancel', Filter: all };

/** The places that are wrong in a body. */
function pointersOf(body: unknown): string[] {
  const parsed = createBulkActionSchema.safeParse(body, { error: describeExpectation });
  return parsed.success ? [] : toFieldProblems(parsed.error.issues, jsonPointer).map(({ pointer }) => pointer);
}

describe('a bulk action', () => {
  it.each<[string, object]>([
    ['cancels every job', cancel],
    ['redials by reason', { Action: 'redial', Filter: { FailureReasons: ['technical_error', 'canceled'] } }],
    ['reschedules an import', { Action: 'reschedule', Filter: { ImportID: 'import_1' }, CallAtUnixSeconds: -1 }],
    ['erases old jobs', { Action: 'erase', Filter: { UpdatedBefore: '2026-01-01T00:00:00+02:00' }, DryRun: true }],
    ['updates by state', { Action: 'update', Filter: { States: ['scheduled', 'calling'], Test: false }, Data: {} }],
  ])('%s', (_, body) => {
    expect(pointersOf(body)).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['without a filter', { Action: 'cancel' }, '/Filter'],
    ['with an empty filter', { Action: 'cancel', Filter: {} }, '/Filter'],
    ['with a condition beside All', { Action: 'cancel', Filter: { All: true, Test: true } }, '/Filter/All'],
    ['with All as false', { Action: 'cancel', Filter: { All: false } }, '/Filter/All'],
    ['with an unknown condition', { Action: 'cancel', Filter: { Name: 'Ada' } }, '/Filter/Name'],
    ['with an operator of the database', { Action: 'cancel', Filter: { $where: '1' } }, '/Filter/$where'],
    ['with an operator in a value', { Action: 'cancel', Filter: { ImportID: { $ne: null } } }, '/Filter/ImportID'],
    ['with no state at all', { Action: 'cancel', Filter: { States: [] } }, '/Filter/States'],
    ['with a state twice', { Action: 'cancel', Filter: { States: ['created', 'created'] } }, '/Filter/States'],
    ['with a state it cannot change', { Action: 'cancel', Filter: { States: ['completed'] } }, '/Filter/States/0'],
    ['that redials waiting jobs', { Action: 'redial', Filter: { States: ['scheduled'] } }, '/Filter/States/0'],
    ['that erases erased jobs', { Action: 'erase', Filter: { States: ['deleted'] } }, '/Filter/States/0'],
    ['that reschedules calls', { Action: 'reschedule', Filter: { States: ['calling'] } }, '/Filter/States/0'],
    ['with a date alone', { Action: 'cancel', Filter: { CreatedAfter: '2026-01-01' } }, '/Filter/CreatedAfter'],
    ['of an unknown kind', { Action: 'delete', Filter: all }, '/Action'],
    ['with a foreign parameter', { ...cancel, CallAtUnixSeconds: 1 }, '/CallAtUnixSeconds'],
    ['that reschedules to no instant', { Action: 'reschedule', Filter: all }, '/CallAtUnixSeconds'],
    ['that updates nothing', { Action: 'update', Filter: all }, ''],
    [
      'that updates a reserved key',
      { Action: 'update', Filter: all, Metadata: { __service_x: 1 } },
      '/Metadata/__service_x',
    ],
  ])('%s is refused', (_, body, pointer) => {
    expect(pointersOf(body)).toContain(pointer);
  });
});
