import type { Ability } from '@talad/proto/http/campaign/abilities'
import type { TextKey } from '../../i18n/index.ts'

/** The pages of a project, and what each needs; `undefined`: staff see it too (CA-82). */
const places = [
  { to: '/projects/$id/overview', title: 'project.overview', needs: undefined },
] as const satisfies readonly {
  to: `/projects/$id/${string}`
  title: TextKey
  needs: Ability | undefined
}[]

/** AW-2: the pages that somebody may open. */
export const placesOf = (can: (ability: Ability) => boolean) =>
  places.filter(({ needs }) => needs === undefined || can(needs))
