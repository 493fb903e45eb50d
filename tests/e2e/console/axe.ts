import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** What axe finds in a part of the page, in the colors that are shown. @param options of `axe.run` */
export async function findingsOf(page: Page, root = 'document', options: Record<string, unknown> = {}) {
  if (!(await page.evaluate<boolean>('window.axe !== undefined'))) await page.evaluate(source);
  const settings = JSON.stringify({ resultTypes: ['violations'], ...options });
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${root}, ${settings}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary ?? ''}`);
}

/** The same in dark, where only what colors decide differs. */
export async function darkFindingsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const findings = await findingsOf(page, 'document', { runOnly: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return findings.map((finding) => `dark: ${finding}`);
}
