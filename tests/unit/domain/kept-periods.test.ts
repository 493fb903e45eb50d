import { redeliverBounds } from '../../../shared/contracts/webhook-delivery.schema';
import { keptPeriods } from '../../../shared/domain/kept-periods';
import { readDocTables } from '../../support/doc-table';

const dayMs = 86_400_000;

describe('the periods after which documents are deleted', () => {
  const documented = new Map(readDocTables('operations.md').map(([what, when]) => [what, when]));

  it.each([
    ['ended webhook deliveries', keptPeriods.deliveriesMs],
    ['events of jobs', keptPeriods.jobEventsMs],
    ['ended bulk actions', keptPeriods.bulkActionsMs],
    ['what an erasure left of a job, its calls and events', keptPeriods.erasedJobsMs],
  ])('are documented for %s', (what, periodMs) => {
    expect(documented.get(what)).toContain(`${periodMs / dayMs} days after`);
  });

  it('leave deliveries as long as they can be redelivered by time', () => {
    expect(keptPeriods.deliveriesMs).toBeGreaterThan((redeliverBounds.daysBack + 4) * dayMs);
  });
});
