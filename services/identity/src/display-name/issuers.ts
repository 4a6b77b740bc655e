import { areAlike, nameKeys } from '@talad/shared/near-names'
import { Rejection } from '@talad/shared/rejection'
import { foldName, looksOf } from './check-name.ts'

type Compared = { looks: string[]; keys: string[] }
/** An issuer by its names; `own`: who wants the name is its customer. */
export type Issuer = Compared & { own: boolean }

/** What names are compared by. */
export function comparedBy(names: readonly string[]): Compared {
  const looks = names.flatMap((name) => [foldName(name), looksOf(name)]).filter((look) => look !== '')
  return { looks: [...new Set(looks)], keys: [...new Set(names.flatMap(nameKeys))] }
}

/** ID-42: what reads or looks like the name of an issuer is its customer's alone. @throws Rejection DISPLAY_NAME_RESERVED */
export function requireNoIssuers(name: string, issuers: readonly Issuer[]): void {
  const wanted = comparedBy([name])
  const meant = issuers.filter(
    ({ looks, keys }) =>
      looks.some((look) => wanted.looks.includes(look)) ||
      keys.some((key) => wanted.keys.some((one) => areAlike(one, key))),
  )
  if (meant.length > 0 && !meant.some(({ own }) => own)) throw new Rejection('DISPLAY_NAME_RESERVED')
}
