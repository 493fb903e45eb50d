import type { Campaign } from '@outdial/client';

const closed: readonly Campaign['State'][] = ['stopped', 'archived'];

/** Whether a campaign accepts new jobs. */
export const takesJobs = ({ State }: Campaign): boolean => !closed.includes(State);
