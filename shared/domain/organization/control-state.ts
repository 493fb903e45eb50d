/**
 * Whether calls are made: of an organization and of a campaign. `paused` holds calls back; `blocked` also refuses new
 * jobs. Calls that are running go on in every state.
 */
export const controlStates = ['active', 'paused', 'blocked'] as const;
export type ControlState = (typeof controlStates)[number];

/** The states that keys of the organization set. Only the operator of the service blocks and unblocks. */
export const ownControlStates = ['active', 'paused'] as const satisfies readonly ControlState[];
export type OwnControlState = (typeof ownControlStates)[number];

/** The states that a job's calls depend on; an absent one is `active`. */
export interface JobControls {
  organization?: ControlState | undefined;
  campaign?: ControlState | undefined;
}

const sentences = {
  paused: (subject: string) => `The ${subject} is paused`,
  blocked: (subject: string) => `The operator of this service has blocked the ${subject}`,
} as const;

/** Why the states hold a job's calls back, one clause for each; empty if they do not. */
export const listHolds = ({ organization = 'active', campaign = 'active' }: JobControls): string[] =>
  Object.entries({ organization, campaign }).flatMap(([subject, state]) =>
    state === 'active' ? [] : [sentences[state](subject)],
  );
