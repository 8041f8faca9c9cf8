import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Wordmark } from '@/ui'
import classes from './auth-page.module.css'
import { texts } from './texts'

type Props = { heading: string; intro: string; title: string; foot?: string; children: ReactNode }

/** What one sees who is not signed in: the mark and a form at the left, the poster at the right. */
export function AuthPage({ heading, intro, title, foot, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Balcão`
  }, [title])
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <Link to="/" className={classes.mark} aria-label="Balcão">
          <Wordmark size={30} />
        </Link>
        <div className={classes.form}>
          <h1 className={classes.heading}>{heading}</h1>
          <p className={classes.intro}>{intro}</p>
          {children}
        </div>
        <p className={classes.version}>{foot}</p>
      </main>
      <div className={classes.poster} aria-hidden="true">
        <div className={classes.til}>
          <svg viewBox="5.7 7.5 21.9 8.7">
            <path d="M5.7 15.3C6.9 8.6 11.7 5.9 17 9.3c3.400 2.200 5.500 1.800 6.400-1.800l4.200 1.100C26.200 15.100 21.600 17.400 16.400 14.100c-3.300-2.100-5.600-1.600-6.400 2.100z" />
          </svg>
        </div>
        <div className={classes.counter}>
          <strong>{texts.slogan}</strong>
          <span>{texts.sloganText}</span>
        </div>
      </div>
    </div>
  )
}
