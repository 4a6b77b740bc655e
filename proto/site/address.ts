import { z } from 'zod'

const OWN = 'https://own.invalid'
/** Nothing that ends a text in HTML or CSS, and nothing that a browser takes for a slash or passes over. */
const ODD = /[\s"'`()<>\\\p{Cc}]/u

function isOwnPath(text: string): boolean {
  return text.startsWith('/') && !ODD.test(text) && URL.parse(text, OWN)?.origin === OWN
}

function isHttps(text: string): boolean {
  const url = ODD.test(text) ? null : URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && /^https:\/\//i.test(text)
}

/** Where a link of a site's page may lead: a path of the site, or https elsewhere. */
export const linkAddress = z
  .string()
  .max(2_000)
  .refine((text) => isOwnPath(text) || isHttps(text), 'must be a path of the site, or an https address')
  .describe('a path of the site, or an https address')

/** Pictures come from the site alone: its pages show no others (GW-25). */
export const picturePath = z
  .string()
  .max(500)
  .refine(
    (text) => isOwnPath(text) && text.startsWith('/media/'),
    'must be a path of a picture below /media/',
  )
  .describe('path of a picture that was uploaded, below /media/')
