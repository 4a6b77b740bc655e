import { type BoundaryRule, packageName } from './boundary-rules.ts'
import { isTest } from './files.ts'
import type { Link } from './modules.ts'

const WALLET = 'web/src/wallet/'

/** The part of the front end that a path belongs to: what the apps share, or one of them. */
function part(path = ''): 'web/ui' | 'web' | 'admin-web' | undefined {
  if (path.startsWith('web/ui/')) return 'web/ui'
  if (path.startsWith('web/')) return 'web'
  return path.startsWith('admin-web/') ? 'admin-web' : undefined
}

const isApp = (path: string) => part(path) === 'web' || part(path) === 'admin-web'

/** What the whole front end may import, or an app's own development: what its mock draws, what its tests compare. */
function isAllowedWorkspace({ from, specifier }: Link): boolean {
  if (/^@talad\/(proto\/http|ui)\//.test(specifier)) return true
  if (specifier === '@talad/services/manifests') return isTest(from)
  return /^(web|admin-web)\/dev\//.test(from) && specifier.startsWith('@talad/demo/')
}

function leavesItsPart(link: Link): boolean {
  if (link.workspace !== undefined) return !isAllowedWorkspace(link)
  return link.path !== undefined && part(link.path) !== part(link.from)
}

/** `web/src/features/order`, for what is in it. */
function feature(path = ''): string | undefined {
  return /^[\w-]+\/src\/features\/[^/]+(?=\/)/.exec(path)?.[0]
}

const layers: Readonly<Record<string, number>> = { features: 1, routes: 2, app: 3 }

/** What stands on what in an app: features on what they share, pages on features, the frame on the pages. */
function layer(path = ''): number {
  const folder = /^[\w-]+\/src\/([^/]+)\//.exec(path)?.[1] ?? ''
  return layers[folder] ?? 0
}

function isWalletLibrary(specifier: string): boolean {
  const name = packageName(specifier)
  return name === 'wagmi' || name === 'viem' || name.startsWith('@wagmi/')
}

/** Who may import whom in the apps; `web/README.md` says why. */
export const appBoundaryRules: BoundaryRule[] = [
  {
    says: 'what the apps share imports neither of them, and only the HTTP contracts of the workspaces',
    from: (path) => part(path) === 'web/ui',
    forbids: leavesItsPart,
  },
  {
    says: 'an app imports only the HTTP contracts and @talad/ui of the workspaces; its mock may draw the demonstration, its tests read the manifests',
    from: isApp,
    forbids: leavesItsPart,
  },
  {
    says: "features don't import each other",
    from: (path) => feature(path) !== undefined,
    forbids: ({ from, path }) => ![undefined, feature(from)].includes(feature(path)),
  },
  {
    says: 'what features stand on imports no feature, a feature no page, a page not the frame around it',
    // what starts an app stands on everything
    from: (path) => isApp(path) && /^[\w-]+\/src\/[^/]+\//.test(path),
    forbids: ({ from, path }) => part(path) === part(from) && layer(path) > layer(from),
  },
  {
    says: 'wallet libraries are imported only by the wallet code',
    from: (path) => part(path) !== undefined && !path.startsWith(WALLET),
    forbids: (link) => isWalletLibrary(link.specifier),
  },
  {
    says: 'the wallet code is loaded only when it is needed, by import()',
    from: (path) => isApp(path) && !path.startsWith(WALLET),
    forbids: (link) => link.kind === 'static' && (link.path?.startsWith(WALLET) ?? false),
  },
]
