import type { Ability } from '@talad/proto/http/campaign/abilities'
import type { TextKey } from '../../i18n/index.ts'

type Place = { to: `/projects/$id/${string}`; title: TextKey; needs: Ability | undefined }

/** The pages of a project, and what each needs; `undefined`: staff of the site see it too (CA-82). */
const places = [
  { to: '/projects/$id/overview', title: 'project.overview', needs: undefined },
  { to: '/projects/$id/collections', title: 'virtual.collections', needs: 'project.read' },
  { to: '/projects/$id/items', title: 'virtual.items', needs: 'project.read' },
  { to: '/projects/$id/campaigns', title: 'campaign.title', needs: 'project.read' },
  { to: '/projects/$id/mints', title: 'mints.title', needs: 'project.read' },
  { to: '/projects/$id/coupons', title: 'pools.title', needs: 'project.read' },
  { to: '/projects/$id/privileges', title: 'privileges.title', needs: 'project.read' },
  { to: '/projects/$id/members', title: 'members.title', needs: undefined },
  { to: '/projects/$id/api-keys', title: 'keys.title', needs: 'project.manage' },
] as const satisfies readonly Place[]

/** AW-2: the pages that somebody may open. */
export const placesOf = (can: (ability: Ability) => boolean) =>
  places.filter(({ needs }) => needs === undefined || can(needs))
