import type { CallAnalysis } from '../../shared/domain/call/call';
import type { CallSummary } from '../../shared/domain/call/call-record';

/**
 * What a model found in earlier calls stays known until a model reads all calls again: the rules know no field, and a call
 * that is not answered takes nothing back.
 */
export function carryData(analysis: CallAnalysis, earlier: readonly CallSummary[]): CallAnalysis {
  const before = earlier.findLast((call) => call.Analysis?.Source !== undefined)?.Analysis;
  if (before === undefined) return analysis;
  const { Data, Evidence, SchemaErrors, Source } = before;
  return {
    ...analysis,
    Data,
    ...(Evidence === undefined ? {} : { Evidence }),
    ...(SchemaErrors === undefined ? {} : { SchemaErrors }),
    ...(Source === undefined ? {} : { Source }),
  };
}
