import type { Theme } from '@talad/proto/http/campaign/theme'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'

/** CA-8. @throws Rejection VALIDATION for a picture that isn't ours */
export function requireOurCover(
  { mediaHosts }: Pick<Deps, 'mediaHosts'>,
  theme: Theme | undefined,
  field: string,
): void {
  if (theme?.cover === undefined || mediaHosts.includes(new URL(theme.cover).host)) return
  throw new Rejection('VALIDATION', { field, details: { reason: 'must be on our media host' } })
}
