import type { ChangeOrganization } from '@outdial/client';
import { api } from '../../api/client';
import { describeRequest } from '../../api/request';
import { literal } from '../../lib/snippets';
import { Action } from '../../ui/action';

export const changeOrganization = (body: ChangeOrganization) =>
  describeRequest(
    'patch',
    '/organization',
    { body },
    { cli: ['organization', 'update'], readsBody: true, ts: `outdial.organization.update(${literal(body)})` },
  );

/** Pauses all calls of the organization, or resumes them. */
export function OrganizationStateButton() {
  const organization = api.useQuery('get', '/organization', {}, { retry: false });
  const { Data, ID } = organization.data ?? {};
  if (Data === undefined) return null;
  if (Data.State === 'paused')
    return (
      <Action
        label="Resume all calls"
        tone="primary"
        scope="campaigns:manage"
        request={() => changeOrganization({ State: 'active' })}
      >
        <p>Campaigns that run place calls again.</p>
      </Action>
    );
  return (
    <Action
      label="Pause all calls…"
      tone="danger"
      scope="campaigns:manage"
      unless={Data.State === 'blocked' ? 'The operator has blocked the organization.' : undefined}
      typed={ID ?? ''}
      request={() => changeOrganization({ State: 'paused' })}
    >
      <p>No campaign of the organization places a further call. Running calls go on.</p>
    </Action>
  );
}
