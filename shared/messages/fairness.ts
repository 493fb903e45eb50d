import type { Priority } from '@temporalio/common';

/** Temporal's limit on a fairness key, in bytes. Ids of organizations are ASCII. */
const maxKeyLength = 64;
const bulkSuffix = '/bulk';
/** An organization's bulk work gets a quarter of the share of its other work. */
const bulkWeight = 0.25;

/** Keys that share a prefix of this length share a queue; ids that the service makes are far shorter. */
const prefixOf = (orgId: string): string => orgId.slice(0, maxKeyLength - bulkSuffix.length);

/**
 * The fairness of an organization's tasks, which activities inherit from their workflow. Temporal serves the keys that
 * wait in a queue in proportion to their weights, so a key for each campaign or webhook would give an organization as
 * many shares as it creates (ADR 0017).
 */
export const fairnessOf = (orgId: string): Priority => ({ fairnessKey: prefixOf(orgId) });

/**
 * The fairness of a webhook's deliveries: the webhooks of an organization divide its share, so that the backlog of one
 * receiver does not delay the others.
 * @param count how many webhooks the organization has
 */
export const webhookFairnessOf = (webhookId: string, count: number): Priority => ({
  fairnessKey: webhookId.slice(0, maxKeyLength),
  fairnessWeight: 1 / Math.max(1, count),
});

/** The fairness of work that an organization creates in bulk, so that it never delays the organization's other work. */
export const bulkFairnessOf = (orgId: string): Priority => ({
  fairnessKey: `${prefixOf(orgId)}${bulkSuffix}`,
  fairnessWeight: bulkWeight,
});
