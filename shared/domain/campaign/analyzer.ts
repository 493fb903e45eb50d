import type { CampaignConfig } from './campaign';

/** True if a campaign asks questions, and does not leave them to the rules, which answer none. */
export function asksModel({ AnalysisSchema, Analyzer }: Pick<CampaignConfig, 'AnalysisSchema' | 'Analyzer'>): boolean {
  const properties = AnalysisSchema?.['properties'];
  const hasFields = typeof properties === 'object' && properties !== null && Object.keys(properties).length > 0;
  return Analyzer !== 'rules' && hasFields && !Array.isArray(properties);
}
