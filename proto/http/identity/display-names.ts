import { z } from 'zod'
import { address, addressInput, commaList } from '../common.ts'
import { base, endpoint } from '../contract.ts'

const service = 'identity'
const user = { kind: 'user' } as const
const path = `${base.identity}/account/my/display-name`

/** Wallets that one call asks for. */
export const MOST_NAMED = 50

/** Thai, Latin and digits, which can't be mistaken for each other; marks and spaces inside. */
const DISPLAY_NAME =
  /^[\p{Script=Thai}\p{Script=Latin}0-9][\p{Script=Thai}\p{Script=Latin}0-9 ._'-]{0,28}[\p{Script=Thai}\p{Script=Latin}0-9]$/u

export const displayName = z
  .string()
  .transform((text) => text.normalize('NFC').trim().replace(/\s+/g, ' '))
  .pipe(z.string().regex(DISPLAY_NAME, 'must be 2 to 30 Thai or Latin letters and digits'))

const own = z.object({
  display_name: z
    .string()
    .nullable()
    .describe('what others see instead of the wallets; null: the wallets themselves'),
})

export const myDisplayName = endpoint({
  name: 'myDisplayName',
  service,
  method: 'GET',
  path,
  auth: user,
  summary: 'The name by which the caller is shown to others. An addition of this project.',
  status: 200,
  response: own,
})

/** The names of Join are private (ID-42): a public name is one that the person chose for that. */
export const setDisplayName = endpoint({
  name: 'setDisplayName',
  service,
  method: 'PUT',
  path,
  auth: user,
  summary: 'Choose the name by which others see the caller, or none; again and again with the same result',
  body: z.object({
    display_name: displayName
      .nullable()
      .describe('2 to 30 Thai or Latin letters and digits, with spaces and . _ - between them; null: none'),
  }),
  status: 200,
  response: own,
  errors: ['display_name_taken', 'display_name_reserved'],
  limit: 'write',
})

export const listDisplayNames = endpoint({
  name: 'listDisplayNames',
  service,
  method: 'GET',
  path: `${base.public}/names`,
  auth: { kind: 'visitor' },
  summary:
    'The public names and pictures of wallets; those without either are left out. An addition of this project.',
  query: z.object({ wl: commaList(addressInput, MOST_NAMED).describe('at most 50 wallets') }),
  status: 200,
  response: z.object({
    list: z
      .array(
        z.object({
          address: address.describe('a wallet that was asked for, in lower case'),
          display_name: z.string().describe('the name that its person chose'),
        }),
      )
      .describe('the wallets with a name, in the order of their addresses'),
    pictures: z
      .array(
        z.object({
          address: address.describe('a wallet that was asked for, in lower case'),
          picture: z.string().describe('path of the picture of its person'),
        }),
      )
      .describe(
        'the wallets with a picture (ID-39): all of a person with a name, else the one that holds the asset',
      ),
  }),
  errors: ['validation'],
  cacheable: true,
})

export const displayNamesHttp = { myDisplayName, setDisplayName, listDisplayNames }
