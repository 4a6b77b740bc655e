import { change } from '@talad/shared/stream'
import type { UnsetPicture } from '../account/decide-picture.ts'
import { accounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'

/**
 * Has a picture go; late, twice, or after another one has come in its place nothing happens.
 * @returns the asset whose picture stood for them until now
 */
export async function takePicture(
  deps: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  about: Pick<UnsetPicture, 'assetId' | 'because'>,
): Promise<string | null> {
  const { before } = await change(deps, accounts, accountId, {
    type: 'UnsetPicture',
    ...about,
    now: deps.now(),
  })
  return before.picture?.asset.id ?? null
}
