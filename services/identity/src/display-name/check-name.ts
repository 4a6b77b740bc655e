import { Rejection } from '@talad/shared/rejection'

/** Names that speak for the site. */
const RESERVED = [
  'talad',
  'ตลาด',
  'admin',
  'แอดมน',
  'official',
  'support',
  'ทมงาน',
  'staff',
  'moderator',
  'system',
]
const THAI_MARKS = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/g

/** What two names have in common that look alike. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter.slice(0, 1))
    .replace(/[ ._'-]/g, '')
    .replace(THAI_MARKS, '')
}

/** ID-42: a name that a person may be called by. @throws Rejection DISPLAY_NAME_RESERVED. @returns it folded */
export function checkName(name: string): string {
  const folded = foldName(name)
  const isReserved = RESERVED.some((word) => folded.includes(foldName(word)))
  if (isReserved || /^0x/.test(folded) || folded === '') throw new Rejection('DISPLAY_NAME_RESERVED')
  return folded
}
