import { siteOrigins } from '@talad/market/sites'
import type { Deps } from '../deps.ts'

/** ID-15: where a sign-in may return to: the origins of the settings, the main site first, and every site that is served. */
export const signInHosts = ({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<readonly [string, ...string[]]> =>
  siteOrigins(db, config.SIGN_IN_HOSTS, 'all')
