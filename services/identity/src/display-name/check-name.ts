import { mayBeChainName } from '@talad/proto/http/identity/chain-name'
import { Rejection } from '@talad/shared/rejection'
import { rectifyConfusion } from 'unicode-confusables'

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
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ'
const THEIR_LETTERS = 'abcdefghijklmnopqrstuvwyz'

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replace(/[ ._'-]/g, '')
    .replaceAll('เเ', 'แ')
    .replace(THAI_MARKS, '')

/** What two names have in common that are read alike. */
export function foldName(name: string): string {
  return plain(name).toLowerCase()
}

/** What two names have in common that look alike, letter by letter (UTS 39): `MaIi` and `Mali`, `ᴍali` too. */
export function looksOf(name: string): string {
  const capitals = plain(name).replace(/./gu, (letter) => {
    const at = [...SMALL_CAPITALS].indexOf(letter)
    return at < 0 ? letter : (THEIR_LETTERS[at] ?? letter)
  })
  return rectifyConfusion(capitals).toLowerCase()
}

/** ID-42: a name that a person may be called by. @throws Rejection DISPLAY_NAME_RESERVED */
export function checkName(name: string): { folded: string; looks: string } {
  const [folded, looks] = [foldName(name), looksOf(name)]
  const isReserved = RESERVED.some((word) => folded.includes(foldName(word)) || looks.includes(looksOf(word)))
  const isChainName = mayBeChainName(name) // ID-40: it is somebody else's, or may become so
  if (isReserved || isChainName || /^0x/.test(folded) || folded === '')
    throw new Rejection('DISPLAY_NAME_RESERVED')
  return { folded, looks }
}
