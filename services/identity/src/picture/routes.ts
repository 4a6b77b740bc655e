import { unsetProfilePicture } from '@talad/proto/http/identity/profile-picture'
import { profilePictureInternalHttp } from '@talad/proto/http/identity/profile-picture-internal'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { putPicture } from './put.ts'
import { takePicture } from './take.ts'

/** ID-39: the picture that stands for a person: set by the market, which knows who holds what; taken back by the person. */
export function pictureRoutes(app: App, deps: Deps): void {
  app.route(profilePictureInternalHttp.saveProfilePicture, async ({ body }) => {
    const { account_id: accountId, ...picture } = body
    const replaced = await putPicture(deps, accountId, picture)
    return { profilePictureUrl: picture.url, replaced }
  })

  app.route(unsetProfilePicture, async ({ actor }) => {
    const replaced = await takePicture(deps, signedIn(actor).accountId, { because: 'person' })
    return { profilePictureUrl: null, replaced }
  })
}
