import content from './content';
import forgot from './forgot';
import register from './register';
import terminated from './terminated';

/** What the public part says beyond login. */
export default { ...register, ...forgot, ...content, ...terminated };
