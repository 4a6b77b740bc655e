import { createClient, ResponseError } from '@talad/proto/http/client'
import { profilePictureInternalHttp as http } from '@talad/proto/http/identity/profile-picture-internal'
import type { Platform } from '@talad/shared/platform'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'

type Picture = z.input<NonNullable<typeof http.saveProfilePicture.body>>

/** Identity, which knows what stands for whom. */
export type People = {
  /** @throws Rejection NOT_YOUR_ASSET, ASSET_SUSPENDED as identity says, UNAVAILABLE when it can't be asked */
  savePicture(picture: Picture): Promise<z.output<typeof http.saveProfilePicture.response>>
}

type Options = { url: string; internalToken: string; timeoutMs: number; log: Pick<Platform['log'], 'warn'> }

export function makePeople({ url, internalToken, timeoutMs, log }: Options): People {
  const call = createClient({ baseUrl: url, timeoutMs })
  const headers = { 'x-internal-token': internalToken } // GW-3
  return {
    async savePicture(picture) {
      try {
        return await call(http.saveProfilePicture, { body: picture }, { headers })
      } catch (error) {
        const code = error instanceof ResponseError ? error.code : undefined
        if (code === 'not_your_asset') throw new Rejection('NOT_YOUR_ASSET')
        if (code === 'asset_suspended') throw new Rejection('ASSET_SUSPENDED')
        log.warn({ err: error }, 'identity can not be asked')
        throw new Rejection('UNAVAILABLE')
      }
    },
  }
}
