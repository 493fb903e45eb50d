import type { CallProvider } from '../../config/settings.schema';
import type { FieldProblem } from '../../domain/field-problem';
import type { JobOverrides } from '../../domain/job/overrides';
import { findSimulatorProblems } from './simulated/problems';

/**
 * Finds what is wrong with the settings in `Integrations` that belong to the call provider. All others are free-form.
 * @param pointer JSON pointer of the overrides in the request body
 */
export type IntegrationsValidator = (overrides: JobOverrides | undefined, pointer: string) => FieldProblem[];

/** The validator for each call provider. */
export const integrationsValidators: Readonly<Record<CallProvider, IntegrationsValidator>> = {
  simulated: findSimulatorProblems,
};
