import type { Page } from 'playwright-core';

/** Confirms the open dialog by its button of that name, and waits until it is gone. */
export async function confirmIn(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}
