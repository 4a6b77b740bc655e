/*
 * Shows a page of our own instead of the browser's when there is no network. Nothing else is kept: no answer of the API,
 * no part of the app. So what runs is always what the site serves, and there is no old app to get rid of. The build
 * writes the version; another one of any of these files is another worker.
 */
const PREFIX = 'talad-offline-'
const NAME = `${PREFIX}__VERSION__`
const PAGE = '/offline.html'
const FILES = [PAGE, '/offline.css', '/offline.js', '/favicon.svg']

self.addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: 'reload' }))
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(fresh))
      .then(() => self.skipWaiting()),
  )
})

async function begin() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME)
  await Promise.all(old.map((name) => caches.delete(name)))
  // The page is asked for while the worker starts: it costs no time.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('activate', (event) => event.waitUntil(begin()))

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match(PAGE)) ?? Response.error()
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') return event.respondWith(page(event))
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || !FILES.includes(pathname)) return
  event.respondWith(fetch(request).catch(async () => (await caches.match(pathname)) ?? Response.error()))
})
