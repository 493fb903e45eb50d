import type { FieldProblem } from '../../../domain/field-problem';
import type { JobOverrides } from '../../../domain/job/overrides';
import { parseSimulatorSettings } from './settings';

/** What is wrong with the simulator's part of some overrides; `at` is where those stand in the body. */
export function findSimulatorProblems(overrides: JobOverrides | undefined, at: string): FieldProblem[] {
  const parsed = parseSimulatorSettings(overrides?.Integrations?.['simulator']);
  if (parsed.ok) return [];
  return [{ pointer: `${at}/Integrations/simulator${parsed.pointer}`, detail: parsed.detail }];
}
