import { Rejection } from '@talad/shared/rejection'
import { thaiForm } from '@talad/shared/text'

const SILVER = 2

/** M§6: what bank accounts and withdrawals need. @throws Rejection MISSING_KYC_LEVEL, KYC_LEVEL_NOT_ELIGIBLE */
export function requireSilver(level: number): void {
  if (level === 0) throw new Rejection('MISSING_KYC_LEVEL')
  if (level < SILVER) throw new Rejection('KYC_LEVEL_NOT_ELIGIBLE', { details: { level, required: SILVER } })
}

export const isBelowSilver = (level: number) => level < SILVER
export const isSilver = (level: number) => level === SILVER

/** A person's verified names; null where identity knows none. */
export type Names = { th: string | null; en: string | null }

/** Titles are written or left out as people like; a Latin one ends where its word ends. */
const TITLE = /^(?:นางสาว|นาง|นาย|น\.ส\.|ด\.ช\.|ด\.ญ\.|(?:mrs|mr|ms|miss|dr)[.\s])/u

function comparable(name: string): string {
  return thaiForm(name)
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(TITLE, '')
    .replace(/[\s.\-·]+/gu, '')
}

/** BW-5: whether an account's name is that of the verified person; a difference is shown to the admin, never refused. */
export function compareNames(
  accountName: string,
  entityType: 'Individual' | 'Organization',
  { th, en }: Names,
): 'same' | 'different' | 'not_compared' {
  const known = [th, en].filter((name) => name !== null)
  if (entityType === 'Organization' || known.length === 0) return 'not_compared'
  return known.some((name) => comparable(name) === comparable(accountName)) ? 'same' : 'different'
}

/** BW-14: a company by its verified name, never by what a person calls themself. */
export function isCompany({ th, en }: Names, pattern: RegExp): boolean {
  return [th, en].some((name) => name !== null && pattern.test(name))
}
