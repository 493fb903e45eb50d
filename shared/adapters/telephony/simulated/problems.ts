import type { FieldProblem } from '../../../domain/field-problem';
import type { JobOverrides } from '../../../domain/job/overrides';
import { parseSimulatorSettings } from './settings';

/** Validates the simulator's settings in overrides. @param pointer JSON pointer of the overrides in the request body */
export function findSimulatorProblems(overrides: JobOverrides | undefined, pointer: string): FieldProblem[] {
  const parsed = parseSimulatorSettings(overrides?.Integrations?.['simulator']);
  if (parsed.ok) return [];
  return [{ pointer: `${pointer}/Integrations/simulator${parsed.pointer}`, detail: parsed.detail }];
}
