/** AI-21: what kind of medium something is; as the media types of the platform are numbered. */
export const mediaTypes = {
  unknown: 0,
  image: 1,
  video: 2,
  audio: 3,
  application: 4,
  font: 5,
  text: 6,
  /** who asked no longer waits */
  aborted: 999,
} as const
export type MediaType = (typeof mediaTypes)[keyof typeof mediaTypes]

/** AI-21: extensions, with the content type of what is played. */
const EXTENSIONS: Readonly<Record<'image' | 'video' | 'audio', Readonly<Record<string, string>>>> = {
  image: {
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    webp: 'image/webp',
    avif: 'image/avif',
    tif: 'image/tiff',
    tiff: 'image/tiff',
    gif: 'image/gif',
    svg: 'image/svg+xml',
    bmp: 'image/bmp',
  },
  video: {
    mp4: 'video/mp4',
    webm: 'video/webm',
    mov: 'video/quicktime',
    m4v: 'video/mp4',
    ogv: 'video/ogg',
  },
  audio: {
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    ogg: 'audio/ogg',
    m4a: 'audio/mp4',
    flac: 'audio/flac',
    aac: 'audio/aac',
  },
}

/** The extension of the file that an address names: of its path alone, whatever its host and query look like. */
function extensionOf(source: string): string | undefined {
  const name = URL.parse(source)?.pathname.split('/').at(-1)
  return /\.([a-z0-9]{2,4})$/i.exec(name ?? '')?.[1]?.toLowerCase()
}

function byExtension(source: string): { type: MediaType; contentType: string } | undefined {
  if (/^data:/i.test(source)) return undefined
  const extension = extensionOf(source)
  if (extension === undefined) return undefined
  for (const kind of ['image', 'video', 'audio'] as const) {
    const contentType = EXTENSIONS[kind][extension]
    if (contentType !== undefined) return { type: mediaTypes[kind], contentType }
  }
  return undefined
}

/** AI-21: by the extension; undefined: it says nothing. */
export const typeByExtension = (source: string): MediaType | undefined => byExtension(source)?.type

/** AI-21: by a content type, without parameters and in lower case. */
export function typeByContent(contentType: string): MediaType {
  const [family = ''] = contentType.split('/')
  const known = ['image', 'video', 'audio', 'application', 'font', 'text'] as const
  const found = known.find((one) => one === family)
  return found === undefined ? mediaTypes.unknown : mediaTypes[found]
}

/** Videos and sounds are what is played. */
export const isPlayed = (type: number | undefined): type is 2 | 3 =>
  type === mediaTypes.video || type === mediaTypes.audio

const PLAIN = /^(?:video|audio)\/[a-z0-9][a-z0-9.+-]{0,60}$/
const USUAL = { [mediaTypes.video]: 'video/mp4', [mediaTypes.audio]: 'audio/mpeg' }

/** The content type under which we answer a medium: always one of its kind, whatever its source says. */
export function contentTypeFor(type: 2 | 3, source: string, told: string): string {
  if (PLAIN.test(told) && typeByContent(told) === type) return told
  const named = byExtension(source)
  return named?.type === type ? named.contentType : USUAL[type]
}

const FIRST_BYTES = [/^\x89PNG/, /^\xff\xd8\xff/, /^GIF8/, /^RIFF.{4}WEBP/s, /^\s*(<\?xml[^>]*>\s*)?<svg\b/i]

/** Whether what came is a picture: by its type or, where its server doesn't know, by its first bytes. */
export function isPicture(contentType: string, body: Buffer): boolean {
  if (typeByContent(contentType) === mediaTypes.image) return true
  const start = body.subarray(0, 300).toString('latin1')
  return FIRST_BYTES.some((first) => first.test(start))
}
