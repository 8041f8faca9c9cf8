import { IconCircleCheckFilled } from '@tabler/icons-react'
import { LinkButton } from '@/ui'
import classes from './setup-checklist.module.css'
import type { SetupStep } from './setup-steps'
import { texts } from './texts'

type Props = {
  /** Name people use for the company. */
  company: string
  steps: readonly SetupStep[]
}

/** What the company still needs before its first receipt; the next open step has the filled button. */
export function SetupChecklist({ company, steps }: Props) {
  const next = steps.find((step) => !step.isDone)
  return (
    <section className={classes.card} aria-labelledby="setup-title">
      <header className={classes.head}>
        <h2 id="setup-title" className={classes.title}>
          {texts.stepsTitle}
        </h2>
        <p className={classes.subtitle}>{texts.stepsText(company)}</p>
      </header>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step.name} className={classes.step}>
            {step.isDone ? (
              <span className={classes.done}>
                <IconCircleCheckFilled size={24} role="img" aria-label={texts.done} />
              </span>
            ) : (
              <span className={classes.number} aria-hidden="true">
                {index + 1}
              </span>
            )}
            <div className={classes.words}>
              <strong>{texts.steps[step.name].title}</strong>
              <span>{step.text}</span>
            </div>
            {!step.isDone && (
              <LinkButton to={step.to} kind={step === next ? 'primary' : 'secondary'}>
                {texts.steps[step.name].action}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
