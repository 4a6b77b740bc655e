import { MINIMUM_WITHDRAWAL, SILVER_CAP } from '@talad/proto/http/bank-withdrawal/terms'
import { pointsOfBaht } from '@talad/ui/format/money'
import { typedDecimal } from '@talad/ui/format/number-input'

/** M§5: signs of the amount. */
const MOST_SIGNS = 8

export type AmountFault = 'number' | 'low' | 'high' | 'cap'

/** What bounds a withdrawal: what may be spent, and the cap, if there is one (BW-13). */
export type Bounds = { spendable: bigint; cap: bigint | undefined }

/** BW-19: what the field keeps of what is typed or pasted: baht of two decimals and eight signs at most. */
export const typedAmount = (typed: string, former = ''): string =>
  typedDecimal(typed, former).slice(0, MOST_SIGNS)

/** BW-19: the amount in points, or what is wrong with what was typed. */
export function readAmount(typed: string, { spendable, cap }: Bounds): bigint | AmountFault {
  const value = pointsOfBaht(typed)
  if (value === undefined || value === 0n) return 'number'
  if (value < MINIMUM_WITHDRAWAL) return 'low'
  if (value > spendable) return 'high'
  return cap !== undefined && value > cap ? 'cap' : value
}

/** Words that make a verified name that of a company, in Thai and English. */
const COMPANY = /บริษัท|ห้างหุ้นส่วน|หจก\.?|จำกัด|\b(company|co\.|ltd|limited|partnership|plc|inc)\b/iu

/**
 * BW-13, BW-14: SILVER may withdraw so much at a time; what goes to the account of an organisation, or is a company's,
 * is not bounded here. The server decides by the verified name.
 */
export function capOf(
  level: number,
  toOrganization: boolean,
  names: readonly (string | null)[],
): bigint | undefined {
  if (level !== 2 || toOrganization || names.some((name) => COMPANY.test(name ?? ''))) return undefined
  return SILVER_CAP
}
