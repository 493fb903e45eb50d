import { reportedEndReason } from '../../../../shared/domain/call/agent-outcome';

describe('a call whose agent reported nothing', () => {
  const silent = { CallSid: 'CA1', ConnectedMS: 1, EndedReason: 'contact_hung_up' } as const;

  it('is complete, whichever side hung up', () => {
    expect(reportedEndReason(silent, [])).toBe('conversation_complete');
  });

  it('is not complete if the line failed', () => {
    expect(reportedEndReason({ ...silent, Error: 'The connection was lost.' }, [])).toBeUndefined();
  });
});
