import type { WarningsBody } from '../../../shared/contracts/warning.schema';
import type { FieldProblem } from '../../../shared/domain/field-problem';

/** The most that one response lists. */
const maxWarnings = 50;

/** The field `Warnings` of a response; none without warnings. */
export const toWarnings = (warnings: readonly FieldProblem[]): { Warnings?: WarningsBody } =>
  warnings.length === 0
    ? {}
    : { Warnings: warnings.slice(0, maxWarnings).map(({ pointer, detail }) => ({ Pointer: pointer, Detail: detail })) };
