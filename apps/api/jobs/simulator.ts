import { parseSimulatorSettings } from '../../../shared/adapters/telephony/simulated/settings';
import type { FieldProblem } from '../../../shared/contracts/problem';
import type { JobOverrides } from '../../../shared/domain/job/overrides';

/** What is wrong with the simulator's part of some overrides; `at` is where those stand in the body. */
export function simulatorProblems(overrides: JobOverrides | undefined, at: string): FieldProblem[] {
  const parsed = parseSimulatorSettings(overrides?.Integrations?.['simulator']);
  if (parsed.ok) return [];
  return [{ pointer: `${at}/Integrations/simulator${parsed.pointer}`, detail: parsed.detail }];
}
