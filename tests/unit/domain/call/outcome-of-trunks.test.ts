import { lineEvents, lineOutcome, outcomeOfTrunks } from '../../../../shared/domain/call/line-outcome';

const outcomeOf = ({ code, retryAfterMs }: { code: number; retryAfterMs?: number }) =>
  lineOutcome({ sip: { code, phrase: '', retryAfterMs }, rang: false });

describe('the answers of several trunks', () => {
  const gone = outcomeOf({ code: 404 });
  const broken = outcomeOf({ code: 500 });

  it('give up a number if and only if every trunk has no route to it', () => {
    expect(outcomeOfTrunks([gone])).toMatchObject({ detail: 'no_route', permanent: true });
    expect(outcomeOfTrunks([gone, gone])).toMatchObject({ detail: 'no_route', permanent: true });
    expect(outcomeOfTrunks([broken, gone]).permanent).toBeUndefined();
    expect(outcomeOfTrunks([gone, broken]).permanent).toBeUndefined();
  });

  it('wait for a trunk that was only congested', () => {
    const waits = (retryAfterMs: number) => outcomeOf({ code: 503, retryAfterMs });
    expect(outcomeOfTrunks([waits(9_000), broken, waits(2_000), gone])).toMatchObject({
      detail: 'line_congested',
      retryAfterMs: 2_000,
    });
  });

  it('count as the last one if that answered for the contact, or may have rung', () => {
    const congestedTrunk = outcomeOf({ code: 429 });
    expect(outcomeOfTrunks([congestedTrunk, outcomeOf({ code: 486 })])).toMatchObject({ detail: 'busy' });
    expect(outcomeOfTrunks([congestedTrunk, lineEvents.no_response])).toEqual(lineEvents.no_response);
  });
});
