import content from './content';
import register from './register';
import terminated from './terminated';

/** What the public part says beyond login. */
export default { ...register, ...content, ...terminated } as const;
