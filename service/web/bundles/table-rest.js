import{$ as e,$t as t,A as n,At as r,B as i,Bt as a,C as o,Ct as s,D as c,Dt as l,E as u,Et as d,F as f,Ft as p,G as ee,Gt as te,H as m,Ht as h,I as ne,It as re,J as ie,Jt as ae,K as oe,Kt as g,L as se,Lt as _,M as ce,Mt as v,N as y,Nt as le,O as ue,Ot as b,P as x,Pt as S,Q as de,Qt as C,R as fe,Rt as pe,S as me,St as he,T as ge,Tt as _e,U as w,Ut as ve,V as ye,Vt as be,W as T,Wt as xe,X as Se,Xt as E,Y as Ce,Yt as D,Z as O,Zt as we,_ as Te,_t as Ee,a as k,at as A,b as De,bt as j,c as Oe,ct as ke,d as Ae,dt as M,en as N,et as je,f as P,ft as F,g as Me,gt as I,h as L,ht as Ne,i as Pe,it as Fe,j as Ie,jt as Le,k as Re,kt as R,l as ze,lt as Be,m as z,mt as Ve,n as B,nt as He,o as Ue,ot as We,p as Ge,pt as Ke,q as qe,qt as V,r as Je,rt as Ye,s as Xe,st as Ze,t as Qe,tt as $e,u as et,ut as H,v as tt,vt as U,w as nt,wt as rt,x as it,xt as at,y as ot,yt as st,z as ct,zt as lt}from"./table.js";const ut=`seat:`,dt=(e=``)=>e.startsWith(ut)?[e.slice(5)]:[],ft=e=>{let{mine:t,tokens:n={},use:r}=h(e)??{};return t??(n.owner?dt(r):Object.keys(n).flatMap(dt))},pt=(e,t,n={},r={})=>{let i=[...new Set([...ft(e),t])];be(e,n,{...r,mine:i,use:ut+t})},mt=async(e,t)=>{let n=`${t}’s phone can see everything from here on.`,{status:r,body:i}=await A(`/v1/sessions/${e}/notes`,{method:`POST`,token:h(e).tokens.owner,body:{text:n,action_id:Ze()}});return r===201?(be(e,{},{use:`owner`}),``):i?.detail??`No answer from the service. Try again.`},ht=()=>{let[e,n]=N([]),[r,i]=N(``),a=S.value.id,o=async()=>{let{status:e,body:t}=await A(`/v1/sessions/${a}/live-table`);n(e===200?t.seats.filter(e=>e.played_by===`bot`):[])};t(()=>void(S.value.sandbox&&o()),[]);let s=async e=>{let{status:t,body:n}=await A(`/v1/sessions/${a}/seats/${e}/claim`,{method:`POST`});if(t!==201)return i(n?.detail??`No answer from the service. Try again.`),o();pt(a,e,n.tokens),location.reload()};return _.value.role===`guest`?V`<p class="buttons"><a class="primary" href=${`/t/${a}/who`}>Who are you?</a></p>`:e.length>0&&V`<p>Bots are playing. You can take over a seat:</p>
    <div class="grid">${e.map(({seat:e})=>V`<button type="button" class="option" key=${e} data-key onClick=${()=>s(e)}>
      <${g} name="hand" /> <b>Play ${Te(e)?.label??e}</b></button>`)}</div>
    <p role="alert">${r}</p>`},W=E(null),G=E(null),gt=`put-turns-together`,_t=E(localStorage.getItem(gt)===`yes`),vt=e=>{_t.value=e,e?localStorage.setItem(gt,`yes`):localStorage.removeItem(gt)},yt=({board:e,now:t},n)=>e.seats.some(({seat:e,active:t})=>e===n&&t)&&t.offers.some(({seat:e,idle:t})=>e===n&&!t),bt=async e=>{O.value=!0;try{return await A(`/v1/sessions/${w.session}/actions?dry_run=true&with=words,board,offers`,{method:`POST`,token:w.token,headers:{"If-Match":`*`},body:e.map(({body:e})=>e)})}finally{O.value=!1}},xt=(e,t,n)=>{let r=t.map((e,t)=>({...e,said:JSON.stringify(n.entries[t].words?.says)}));r.at(-1).after=n.after,St({...e,steps:r,version:n.version})},St=e=>{let{seat:t,steps:n}=e,{after:r}=n.at(-1);we(()=>{W.value=e,G.value=null,v.value={...r,seat:t,count:n.length,board:pe(j.value,r.board)}}),nt()},Ct=()=>we(()=>W.value=G.value=v.value=null),wt=e=>{let{seat:t,who:n}=W.value,r=[...W.value.steps,...e?[e]:[]].map(Et),i=n+r.map(({says:e})=>e).join(` · `);we(()=>{W.value=G.value=null,v.value={...v.value,count:0},r.length===1?x(`actions`,r[0].body,i):x(`actions`,r.map(({id:e,body:t})=>({...t,action_id:e})),i,void 0,{turn:{seat:t,who:n,steps:r}})})},Tt=()=>`draft:${w.session}/${w.holder}`,Et=({after:e,...t})=>t;let Dt=Promise.resolve();const Ot=t=>{let n=Tt();Dt=Dt.then(()=>t?je({...t,steps:t.steps.map(Et),key:n,id:n}):e({key:n,id:n})).catch(()=>{})},kt=async()=>(await $e(Tt())).find(({key:e})=>e===Tt()),At=async(e,{body:t,says:n,who:r})=>{if(O.value)return!0;let{label:i,hint:a=``,ends:o,must_be_last:s}=e.words,c={id:Ze(),body:t,says:n,label:i,hint:a,onBoard:ct.onBoard},l=W.value;if(!l&&(!_t.value||ye()||de.value.length||e.seat===null||o||s))return!1;if(l&&(o||s))wt(c);else return jt(l??{seat:e.seat,who:r,steps:[]},c);return!0},jt=async(e,t)=>{let n=[...e.steps,t],{status:r,body:i}=await bt(n),a=r===200&&i.outcomes?.[0];return a?Mt(e,t,a):r===200&&i.after?!yt(i.after,e.seat)&&!t.onBoard?(e.steps.length&&wt(t),e.steps.length>0):(xt(e,n,i),!0):e.steps.length?(r===200?G.value=t:T.value=r?i?.detail??`The service could not answer.`:`No answer from the service. Your turn so far is kept.`,!0):!1},Mt=(e,t,n)=>{let[r]=Ne(n.domain);return r===void 0?(z(`outcome`,{item:{body:t.body,says:e.who+t.says,holder:w.holder},problem:{outcomes:[n]},say:async n=>{P();let r={...t,body:n};await jt(e,r)||await x(`actions`,r.body,e.who+r.says)}}),!0):jt(e,{...t,body:se(t.body,n.path,r)})},Nt=e=>{if(!W.value||O.value)return;if(G.value&&e===-1){G.value=null;return}let t=W.value.steps.slice(0,e);t.length?t.at(-1).after?St({...W.value,steps:t}):Pt({...W.value,steps:t}):Ct()};let K=!1;const Pt=async(e,t)=>{K=!0;let n=e.steps.map(Et),r;for(;n.length&&!r;){let{status:e,body:t}=await bt(n);if(e===200&&t.after)r=t;else if([200,409,422].includes(e))n=n.slice(0,t.index??-1);else break}if(K=!1,n.length&&!r)return void setTimeout(Ft,3e3);r?xt(e,n,r):Ct();let i=e.steps.slice(n.length).map(({says:e})=>e),a=s.value.findLast(t=>t.live&&t.number>e.version);i.length?T.value=`${t??(ae(a?.words?.says)||`The table has changed.`)} No longer possible in your turn: ${i.join(`, `)}.`:t&&(T.value=t)},Ft=()=>{let e=W.value;!e||b.value!==`live`||v.value&&e.version>=S.value.version||(O.value||K?setTimeout(Ft,200):Pt(e))},It=async(e,{body:t},n)=>{let{steps:r,...i}=e.turn,a=r.at(-1),o=r.slice(0,-1);if(K=!0,n){let{status:t,body:r}=await bt(o),s=r?.after?.now?.words?.[Be({type:a.body.type,seat:i.seat})],c=s?.label===a.label&&(s.hint??``)===a.hint;if(t===200&&c&&o.every(({said:e},t)=>e===JSON.stringify(r.entries[t].words?.says)))return K=!1,await ee(e,{...e,seen:n}),!0}let s={...i,steps:o,version:parseInt(e.seen)};return we(()=>{W.value=s,v.value&&(v.value={...v.value,count:o.length})}),await fe(e),await oe(),Ce(),await Pt(s,n?`Someone else recorded first. Check your turn and confirm it again.`:t?.detail??`The service did not record it.`),!0},Lt=async()=>{Object.assign(ct,{take:At,back:()=>Nt(-1),refused:It});let e=await kt();e&&!W.value&&R.value&&!de.value.length&&(W.value=e);let t=W.value;C(()=>{let e=W.value;e!==t&&Ot(e),t=e}),C(()=>{!W.value&&v.value&&!qe.value&&(v.value=null)}),C(()=>void[W.value,S.value?.version,b.value,setTimeout(Ft)])},Rt=[`House rule`,`We misread it`,`Agreed`],zt=D(()=>l.value||_.value.role===`seat`&&!!S.value?.seats_may_override),Bt=({onTake:e})=>{let[t,n]=N(null),r=t?.trim();return V`<section>
    <h3><${g} name="flag" /> It happened anyway</h3>
    <p class="quiet">A reason records it, flagged.</p>
    <div class="grid">
      ${Rt.map(t=>V`<button type="button" class="option" key=${t} onClick=${()=>e(t)}>${t}</button>`)}
      <button type="button" class="option" aria-pressed=${t!==null} onClick=${()=>n(t===null?``:null)}>Other…</button>
    </div>
    ${t!==null&&V`<label class="field">Why? <input value=${t} maxlength="200" onInput=${e=>n(e.target.value)} /></label>
    <div class="buttons"><button type="button" class="primary warn" disabled=${!r} onClick=${()=>e(r)}>Record with a flag</button></div>`}
  </section>`},Vt={owner:`the owner`,scribe:`the scribe`,recorder:`the recorder`},Ht=e=>{let[t,n]=e.split(`:`);return t===`seat`&&Te(n)?.label||Vt[t]||e},Ut=({item:e})=>V`<li><p><b>${e.says}</b> <span class="quiet">tapped with the link for ${Ht(e.holder)}</span></p>
    ${!i(e)&&V`<p class="quiet">To record it, open that link on this device.</p>`}
    <div class="buttons">
      <button type="button" class="option" onClick=${()=>Ie(e)}>Discard it</button>
    </div></li>`,Wt=()=>{let e=ie.value,t=[...new Set(e.filter(i).map(e=>e.holder))],n=e=>{f(e),P()};return V`<${B} title="Not recorded yet">
    <p>This device queued these with another link. They can only be recorded with that link.</p>
    <ul class="rows">${e.map(e=>V`<${Ut} key=${e.key} item=${e} />`)}</ul>
    <div class="buttons">${t.map(e=>V`<button type="button" class="primary" key=${e} onClick=${()=>n(e)}>Record it as ${Ht(e)}</button>`)}</div>
    ${!e.length&&V`<p role="status">Nothing left.</p>`}
  </${B}>`},Gt=E(null);let Kt=!1;const qt=async(e,t,n)=>{let r=n?.tag?{"If-None-Match":n.tag}:{},{status:i,body:a,headers:o}=await A(e,{token:t,headers:r});return i===200?{body:a,tag:o.get(`ETag`)}:n},Jt=async()=>{if(Kt||Gt.value||!S.value)return;Kt=!0;let{id:e,game:t,component_set:n}=S.value,r=w.token,i=`forms:${e}`,a=await He(i).catch(()=>void 0);try{let e=await qt(`/v1/games/${t}`,r,a?.rules),o=a?.names??await qt(`/v1/component-sets/${n}/names`,r);if(e&&o){Gt.value={schemas:e.body.schemas,names:o.body.names};let{schemas:t}=e.body;await Ye(i,{rules:{tag:e.tag,body:{schemas:t}},names:o})}}catch{}Kt=!1},Yt=Jt,Xt=()=>C(()=>{b.value===`live`&&R.value&&!Gt.value&&setTimeout(()=>(window.requestIdleCallback??setTimeout)(Jt),2e3)}),q=Symbol(`missing`),Zt=[`string`,`integer`],Qt=e=>(e[0]??``).toUpperCase()+e.slice(1).replaceAll(`_`,` `),$t=(e,t)=>{let{$ref:n,...r}=e;return n?{...t[n.split(`/`).pop()],...r}:r},J=(e,t,n)=>{let r=$t(e,t),i=r[`x-kind`]??n;if(r.anyOf){let e=r.anyOf.filter(e=>e.type!==`null`),n=e.length<r.anyOf.length,a=r[`x-values`];return e.length===1?{...J(e[0],t,i),empty:n,words:a}:{kind:e.every(e=>Zt.includes(e.type))?`text`:`json`,names:i,numbers:!0,empty:n,words:a}}if(r.oneOf&&r.discriminator){let{propertyName:e,mapping:n}=r.discriminator;return{kind:`one`,tag:e,of:n,parts:t}}if(r.enum){let e=r.enum.filter(e=>e!==null);return{kind:`choice`,values:e,empty:e.length<r.enum.length,words:r[`x-values`]}}if(r.type===`string`)return{kind:`text`,names:i};if(r.type===`integer`)return{kind:`number`,first:r[`x-first`]??0};if(r.type===`boolean`)return{kind:`flag`,usual:r.default??!1};if(r.type===`array`&&r.items)return{kind:`list`,of:J(r.items,t,i)};if(r.properties)return{kind:`members`,properties:r.properties,required:r.required??[],parts:t,names:i,hint:r[`x-hint`]};if(r.type===`object`&&r.additionalProperties?.constructor===Object){let e=J(r.additionalProperties,t,i);return{kind:`map`,of:e,keys:{names:r[`x-keys`]??(e.kind===`number`?i:void 0)}}}return{kind:`json`}},en=(e,t=[])=>Object.entries(e.properties).filter(([e])=>!t.includes(e)).sort(([e],[t])=>(t===`seat`)-(e===`seat`)).map(([t,n])=>{let r=t===`seat`?`seat`:e.names,i=e.required.includes(t);return{name:t,label:n.title??t,shape:J(n,e.parts,r),needed:i,usual:n.default}}),tn=({schema:e,components:t})=>Object.fromEntries(Object.entries(e.discriminator.mapping).map(([e,n])=>[e,$t({$ref:n},t.schemas).title])),nn=(e,t)=>J({$ref:e.of[t]},e.parts),rn=(e,t={},n=[])=>{let r={};for(let{name:i,shape:a,needed:o}of en(e,n)){let e=Y(a,t[i]);if(o||e!==q&&t[i]!==void 0){if(e===q)return q;r[i]=e}}return r},an=(e,t)=>e.includes(q)?q:t(e),on=e=>{try{return JSON.parse(e)}catch{return q}},sn={choice:(e,t)=>e.values.find(e=>String(e)===t)??q,text:(e,t)=>e.numbers&&/^-?\d+$/.test(t)?Number(t):t,number:(e,t)=>/^-?\d+$/.test(t)?t-e.first:q,flag:(e,t)=>t,json:(e,t)=>on(t),list:(e,t)=>an(t.map(t=>Y(e.of,t)),e=>e),map:(e,t)=>an(t.flatMap(([t,n])=>[t||q,Y(e.of,n)]),()=>Object.fromEntries(t.map(([t,n])=>[t,Y(e.of,n)]))),members:rn,one:(e,t)=>{if(!t.kind)return q;let n=rn(nn(e,t.kind),t.members,[e.tag]);return n===q?q:{[e.tag]:t.kind,...n}}},cn={flag:e=>e.usual,list:()=>[],map:()=>[],members:()=>({}),one:()=>({})},ln=e=>cn[e.kind]?.(e)??``,Y=(e,t)=>{if(e.empty&&(t===void 0||t===``))return null;let n=t??ln(e);return n===``?q:sn[e.kind](e,n)},un=({label:e,options:t,none:n=`Choose…`,draft:r,onDraft:i})=>V`<label class="field">${e}
  <select value=${r??``} onChange=${e=>i(e.target.value)}>
    <option value="">${n}</option>
    ${t.map(([e,t])=>V`<option key=${e} value=${e}>${t}</option>`)}
  </select></label>`,dn=(e,{names:t,seats:n,schemas:r})=>e===`seat`?n.map(({seat:e,label:t})=>[e,t]):e===`action`?Object.entries(tn(r.action)):Object.entries(t).filter(([,t])=>t.kind===e).map(([e,{name:t,text:n}])=>[e,[t,n].filter(Boolean).join(` · `)]),fn=({shape:e,needed:t})=>e.empty?e.words?.[``]??`Nothing`:t?void 0:`Default`,pn=({label:e,draft:t,onDraft:n,usual:r,numeric:i})=>V`<label class="field">${e}
  <input value=${t??``} inputmode=${i?`numeric`:void 0} placeholder=${r??``} autocapitalize="off"
    onInput=${e=>n(e.target.value)} /></label>`,mn=e=>{let t=e.shape.names?dn(e.shape.names,e.told):[];return t.length?V`<${un} ...${e} options=${t} none=${fn(e)} />`:V`<${pn} ...${e} />`},hn=({label:e,shape:t,draft:n=t.usual,onDraft:r})=>V`<label class="tick"><input type="checkbox" checked=${n}
  onChange=${e=>r(e.target.checked)} /> ${e}</label>`,gn=({label:e,draft:t,onDraft:n})=>V`<label class="field">${e} <small>as JSON, not checked in advance</small>
  <textarea rows="3" value=${t??``} onInput=${e=>n(e.target.value)}></textarea></label>`,_n=({label:e,shape:t,draft:n,fresh:r,onDraft:i,row:a})=>{let o=n||[];return V`<fieldset class="nested"><legend>${e}</legend>
  ${o.map((t,n)=>V`<div class="row" key=${n}>
    ${a(t,`${e} ${n+1}`,e=>i(o.with(n,e)))}
    <button type="button" class="option round" aria-label=${`Remove: ${e} ${n+1}`} onClick=${()=>i(o.toSpliced(n,1))}>
      <${g} name="x" /></button></div>`)}
  <button type="button" class="option" aria-label=${`Add: ${e}`} onClick=${()=>i([...o,r()])}><${g} name="plus" /> Add</button>
  ${t.empty&&!o.length&&V`<label class="tick"><input type="checkbox" checked=${!!n}
    onChange=${e=>i(e.target.checked?[]:void 0)} /> Empty</label>`}
</fieldset>`},vn=({label:e,shape:t,told:n,draft:r,onDraft:i})=>V`<${_n} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>ln(t.of)}
  row=${(e,r,i)=>V`<${wn} label=${r} shape=${t.of} told=${n} draft=${e} onDraft=${i} needed />`} />`,yn=({label:e,shape:t,told:n,draft:r,onDraft:i})=>V`<${_n} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>[``,ln(t.of)]}
  row=${([e,r],i,a)=>V`<${mn} label=${`${i}: of`} shape=${t.keys} told=${n} draft=${e} onDraft=${e=>a([e,r])} needed />
    <${wn} label=${i} shape=${t.of} told=${n} draft=${r} onDraft=${t=>a([e,t])} needed />`} />`,bn=({shape:e,told:t,draft:n={},onDraft:r,without:i=[]})=>V`<div class="members">
  ${en(e,i).map(e=>V`<${wn} key=${e.name} ...${e} told=${t}
    draft=${n[e.name]} onDraft=${t=>r({...n,[e.name]:t})} />`)}</div>`,xn=({label:e,...t})=>V`<fieldset class="nested"><legend>${e}</legend><${bn} ...${t} /></fieldset>`,Sn=({label:e,shape:t,told:n,draft:r={},onDraft:i,without:a=[]})=>{let o=Object.keys(t.of).map(e=>[e,n.labels[e]??Qt(e)]),s=r.kind&&nn(t,r.kind);return V`<${un} label=${e} options=${o.sort(([,e],[,t])=>e.localeCompare(t))}
      draft=${r.kind} onDraft=${e=>i({kind:e,members:{seat:r.members?.seat}})} />
    ${s&&V`${s.hint&&V`<p class="quiet hint">${s.hint}</p>`}
      <${bn} key=${r.kind} shape=${s} told=${n} draft=${r.members} without=${[t.tag,...a]}
        onDraft=${e=>i({...r,members:e})} />`}`},Cn={choice:e=>V`<${un} ...${e} none=${fn(e)} options=${e.shape.values.map(t=>[String(t),e.shape.words?.[t]??t])} />`,text:mn,number:({usual:e,...t})=>V`<${pn} ...${t} usual=${typeof e==`number`?e+t.shape.first:``} numeric />`,flag:hn,list:vn,map:yn,members:xn,one:Sn,json:gn},wn=e=>V`<${Cn[e.shape.kind]} ...${e} />`,Tn=[`action_id`,`moved_at`,`chance`,`against_rules`,`reason`],En=e=>typeof e==`object`&&e?Object.values(e).flatMap(En):[e],Dn=({names:e,seats:t},n)=>t.find(e=>e.seat===n)?.label??e[n]?.name??Qt(String(n)),On=(e,t,{[t]:n,...r})=>[e.labels[n]??Qt(n),...En(r).filter(e=>e!==null&&e!==!1).map(t=>Dn(e,t))].join(` · `),kn=({told:e,draft:t={},fixed:n={},onSend:r})=>{let[i,a]=N(t),o={...e,labels:{...tn(e.schemas.action),...e.labels}},s=J(o.schemas.action.schema,o.schemas.action.components.schemas),c=Y(s,{...i,members:{...i.members,...n}});return V`<${Sn} label="What happened?" shape=${s} told=${o} draft=${i} onDraft=${a} without=${[...Tn,...Object.keys(n)]} />
    <div class="buttons stay"><button type="button" class="primary" disabled=${c===q}
      onClick=${()=>r(c,`${c.seat?`${Dn(o,c.seat)}: `:``}${On(o,`type`,{...c,seat:null})}`,i)}>Record</button></div>`},An=({told:e,draft:t=[{}],reason:n=``,about:r=``,onSend:i})=>{let[a,o]=N(t),[s,c]=N(n),[l,u]=N(r),d={...e,labels:tn(e.schemas.fact)},f=J(d.schemas.fact.schema,d.schemas.fact.components.schemas),p=a.map(e=>Y(f,e)),ee=s.trim()&&!p.includes(q)&&!/^0|\D/.test(l);return V`${a.map((e,t)=>V`<section class="fact" key=${t} aria-label=${`Fact ${t+1}`}>
      <${Sn} label="What changed?" shape=${f} told=${d} draft=${e} onDraft=${e=>o(a.with(t,e))} />
      ${a.length>1&&V`<button type="button" class="quiet-button" onClick=${()=>o(a.toSpliced(t,1))}><${g} name="x" /> Remove</button>`}
    </section>`)}
    <label class="field">Why? <input value=${s} maxlength="2000" onInput=${e=>c(e.target.value)} /></label>
    <label class="field">Corrects entry № <input type="number" min="1" value=${l} placeholder="none" onInput=${e=>u(e.target.value)} /></label>
    <div class="buttons stay"><button type="button" class="quiet-button" disabled=${p.includes(q)} onClick=${()=>o([...a,{}])}>
      <${g} name="plus" /> Another fact</button>
      <button type="button" class="primary warn" disabled=${!ee} onClick=${()=>i({facts:p,reason:s.trim(),about:l?Number(l):void 0},`Correction: ${p.map(e=>On(d,`fact`,e)).join(`; `)}`,a)}>Record</button></div>`},jn=({told:e,lately:t,ofSeat:n,onTake:r})=>{let{schema:i,components:a}=e.schemas.action,o=J(i,a.schemas),s={...tn(e.schemas.action),...e.labels},c=e=>{let r=t.indexOf(e);return(n&&!nn(o,e).properties.seat?2:0)+(r<0?1:r/t.length)},l=Object.keys(o.of).sort((e,t)=>c(e)-c(t)||s[e].localeCompare(s[t]));return V`<div class="grid">${l.map(e=>V`<button type="button" class="option" data-key key=${e} onClick=${()=>r(e)}><b>${s[e]}</b></button>`)}</div>`},Mn=()=>h(w.session)?.tokens.owner,Nn=D(()=>l.value||!!(S.value&&Mn())),Pn=()=>l.value?{}:{holder:`owner`},Fn=()=>Object.fromEntries(Object.entries(r.value.words).map(([e,{label:t}])=>[e.split(`/`)[0],t])),In=()=>[...r.value.offers.map(({type:e})=>e),...s.value.toReversed().flatMap(({action:e})=>e?.type??[])],Ln=({draft:e,...t})=>{let[n,r]=N(e.kind);return n?V`<${kn} draft=${{...e,kind:n}} ...${t} />`:V`<${jn} told=${t.told} lately=${In()} ofSeat=${_.value.role===`seat`} onTake=${r} />`},Rn=({Form:e,...n})=>{let r=Gt.value,i=b.value===`live`;if(t(()=>{r||Yt()},[r,i]),!r)return V`<p role="status">${i?`Loading the forms…`:`The forms are not on this device yet. They load when you are online again. You can write a note now.`}</p>`;let a={schemas:r.schemas,names:r.names,seats:j.value.seats,labels:e===Ln?Fn():{}};return V`<${e} told=${a} ...${n} />`},zn=e=>V`
  <p class="quiet hint">Your change takes effect even if the rules forbid it. The log keeps it, flagged, with your reason.</p>
  <${Rn} Form=${An} ...${e} />`,Bn=({draft:e,...t})=>{let{role:n,seat:r}=_.value;return V`<${Rn} Form=${Ln} fixed=${n===`seat`?{seat:r}:{}} draft=${e??{members:it.value?{seat:it.value}:{}}} ...${t} />`},Vn=()=>V`<${B} title="Correct the table"><${zn} onSend=${(e,t,n)=>{x(`corrections`,e,t,n,Pn()),P()}} /></${B}>`,Hn=()=>V`<${B} title="Something else">
    ${b.value!==`live`&&V`<p class="quiet hint">These actions are not checked yet. The rules are applied when you are online again.</p>`}
    <${Bn} draft=${L.value?.draft} onSend=${(e,t,n)=>{x(`actions`,e,t,n),P()}} />
  </${B}>`,Un=({item:e})=>V`<p><b>${m(e)?`You tapped:`:`Tapped with the link for ${Ht(e.holder)}:`}</b> ${e.says}</p>`,Wn=()=>ce.value.length?`Discard it and ${ce.value.length} after it`:`Discard it`,Gn=({item:e,missed:t})=>V`
  <h2 tabindex="-1" data-head>Someone else recorded first</h2>
  <${Un} item=${e} />
  <p><b>Meanwhile:</b></p>
  <ul>${t.map(e=>V`<li key=${e.number}>№ ${e.number} <${Ae} runs=${e.words?.says} /></li>`)}</ul>
  <div class="buttons">
    <button type="button" class="option" onClick=${n}>${Wn()}</button>
    <button type="button" class="primary" onClick=${()=>y()}>Record it now</button>
  </div>`,Kn=({item:e,facts:t,onBack:n})=>{let r=t?zn:Bn,i=t?`corrections`:`actions`;return V`
    <h2 tabindex="-1" data-head>${t?`Correct the table`:`Something else`}</h2>
    <${Un} item=${e} />
    <${r} draft=${e.path===i?e.draft:void 0} reason=${e.body.reason} about=${e.body.about}
      onSend=${(e,t,n)=>y({path:i,body:e,says:t,draft:n})} />
    <div class="buttons"><button type="button" class="option" onClick=${n}>Back</button></div>`},qn=({kind:e,values:t=[],least:n,most:r})=>{let i=t.at(-1),a=t.filter(e=>e===i).length;return e===`several`&&n===r&&r>1&&a>=r?i:void 0},Jn=({item:e,problem:t,onSay:r=e=>y({body:e}),onDrop:i=n})=>{let[{path:a,domain:o,words:s}]=t.outcomes,[c,...l]=a.split(`/`),u=qn(o),d=Array.isArray(e.body)?e.body.at(-1):e.body,f=t=>r(ne(e.body,e=>se(e,a,t)));return V`
    <h2 tabindex="-1" data-head>${s.asks} ${l.map(e=>isNaN(e)?H(M(s,`[]`),e):+e+1).join(` `)}</h2>
    <${Un} item=${e} />
    <div class="buttons">
      ${u!==void 0&&V`<button type="button" class="option" onClick=${()=>f(Array(o.most).fill(u))}>All ${H(s,u).toLowerCase()}</button>`}
      ${!(c in d)&&V`<button type="button" class="option" onClick=${()=>r(ne(e.body,e=>({...e,chance:`drawn`})))}>Draw randomly</button>`}
    </div>
    <${Je} key=${a} domain=${o} words=${s} allows=${e=>F(o,e)} answer=${f} />
    <div class="buttons">
      <button type="button" class="option" onClick=${i}>${Wn()}</button>
    </div>`},Yn=({item:e})=>V`
  <h2 tabindex="-1" data-head>Check the dice or card again</h2>
  <${Un} item=${e} />
  <p>What you typed does not fit, and nothing is recorded. If you send the same again, everyone gets a note.</p>
  <div class="buttons">
    <button type="button" class="primary" onClick=${n}>Type it again</button>
    <button type="button" class="option" onClick=${()=>y()}>It is right, send it</button>
  </div>`,Xn=({item:e,problem:t})=>{let[r,i]=N(null),a=()=>i(null);if(r)return V`<${Kn} item=${e} facts=${r===`facts`} onBack=${a} />`;let o=l.value&&m(e)&&e.path===`actions`&&t.status===409&&!t.rule,s=ue.value.map(e=>e.words.label).join(`, `),c=zt.value&&m(e)&&e.path===`actions`&&!e.turn&&t.rule&&!e.body.against_rules;return V`
    <h2 tabindex="-1" data-head>${t.rule?`The rules do not allow this`:t.title}</h2>
    <${Un} item=${e} />
    ${t.stuck?V`<p>Nothing is recorded yet. Add the missing facts, or record it anyway.</p><ul>${t.stuck.map(({message:e})=>V`<li key=${e}>${e}</li>`)}</ul>`:V`<p>${t.rule&&V`<code>${t.rule}</code> `}${t.detail}</p>`}
    ${t.rule_text&&t.rule_text!==t.detail&&V`<blockquote>${t.rule_text}</blockquote>`}
    ${s&&V`<p><b>You can:</b> ${s}</p>`}
    <div class="buttons">
      <button type="button" class="primary" onClick=${n}>${Wn()}</button>
      ${!t.rule&&!t.stuck&&V`<button type="button" class="option" onClick=${()=>y(t.status===412?{}:{id:e.id,seen:e.seen})}>${t.status===412?`Record it now`:`Try again`}</button>`}
      ${t.stuck&&V`<button type="button" class="option warn" onClick=${()=>y({body:{...e.body,accept_stuck:!0}})}>Record it anyway</button>`}
      ${e.draft&&V`<button type="button" class="option" onClick=${()=>i(e.path===`corrections`?`facts`:`action`)}>Edit it</button>`}
      ${o&&V`<button type="button" class="option" onClick=${()=>i(`facts`)}>Record it as a correction</button>`}
    </div>
    ${c&&V`<${Bt} onTake=${t=>y({body:{...e.body,against_rules:!0,reason:t}})} />`}`},Zn=()=>{let{kind:e,...t}=Se.value;return t.problem?.outcomes?V`<div class="sheet"><${Jn} ...${t} /></div>`:V`<div class="sheet trouble" role="alert">
    <${e===`conflict`?Gn:t.problem.check_again?Yn:Xn} ...${t} />
  </div>`},Qn=({label:e,hint:t,plain:n,onClick:r})=>V`<button type="button" class=${n?`option`:`primary`} data-key disabled=${qe.value} onClick=${r}>
  <span><b>${e}</b>${t&&V` <small>${t}</small>`}</span></button>`,$n=e=>e.length>3?`Choose one of these first`:`Choose: ${e.join(` or `)}`,er=()=>{let e=ue.value.filter(e=>e.words.ends),t=G.value;return t?V`<${Qn} label=${t.label} hint=${`records ${W.value.steps.length+1} steps`} onClick=${()=>wt(t)} />`:e.length?e.map(t=>V`<${Qn} key=${t.key} label=${t.words.label} hint=${t.words.hint} plain=${t!==e[0]||t.words.hint} onClick=${()=>u(t)} />`):yt(v.value,W.value.seat)?V`<p role="status">${$n(ue.value.map(e=>e.words.label))}</p>`:V`<${Qn} label="Done" onClick=${()=>wt()} />`},tr=({asks:e})=>{if(!W.value)return null;let{seat:t,steps:n}=W.value;return V`<footer class="draft" role="group" aria-label="Your turn so far, not recorded yet">
    <ol>
      <li><${Me} seat=${t} /></li>
      ${n.map(({id:e,says:t},n)=>V`<li key=${e}><button type="button" class="option" aria-label=${`Go back to before: ${t}`} disabled=${qe.value||L.value} onClick=${()=>Nt(n)}>${t}</button></li>`)}
      ${G.value&&V`<li class="waits">${G.value.says}</li>`}
    </ol>
    ${!e&&V`<div class="buttons">
      <button type="button" class="option" data-key disabled=${qe.value} onClick=${()=>Nt(-1)}><${g} name="undo-2" /> Back</button>
      <${er} />
    </div>`}
    <p class="ears" role="status">Not recorded yet: ${n.map(({says:e})=>e).join(`, `)}</p>
  </footer>`},nr=()=>{let{item:e,problem:t,say:n}=L.value;return V`<div class="sheet"><${Jn} item=${e} problem=${t} onSay=${n} onDrop=${P} /></div>`},rr=e=>new Promise(t=>setTimeout(t,e*1e3)),ir=async(e,t)=>{let n=await fetch(e,{headers:t,cache:`no-store`,signal:We(Fe)});for(;n.status===202;){await rr(ke(n.headers)||1);let e=await(await fetch(n.headers.get(`Location`),{headers:t,cache:`no-store`,signal:We(Fe)})).json();if(e.status===`failed`)throw Error(e.detail);e.result&&(n=await fetch(e.result,{headers:t,cache:`no-store`,signal:We(Fe)}))}if(!n.ok)throw Error((await n.json()).detail);return n.blob()},ar=async(e,t,n)=>{e.disabled=!0,t.textContent=`Preparing the file…`;try{let r=document.createElement(`a`);r.href=URL.createObjectURL(await ir(e.dataset.file,n?{Authorization:`Bearer ${n}`}:{})),r.download=e.dataset.name,r.click(),URL.revokeObjectURL(r.href),t.textContent=`Downloaded ${r.download}.`}catch(e){t.textContent=`The download failed. ${e.message??``}`}e.disabled=!1},or=E(``),sr=e=>`digests:${e}`,cr=e=>{try{return JSON.parse(localStorage.getItem(sr(e)))??{}}catch{return{}}},lr=e=>Object.keys(e).map(Number).sort((e,t)=>e-t),ur=(e,t)=>{let n=lr(t).slice(-24);try{localStorage.setItem(sr(e),JSON.stringify(Object.fromEntries(n.map(e=>[e,t[e]]))))}catch{}},dr=e=>{if(or.value===e)return;or.value=e;let t=document.getElementById(`table`),n=Object.assign(document.createElement(`p`),{className:`another-log`,textContent:e});Object.assign(n.style,{margin:0,padding:`8px 16px`,background:`var(--warn-soft)`,borderBottom:`2px solid var(--warn)`}),n.setAttribute(`role`,`alert`),document.querySelector(`.another-log`)?.remove(),t.before(n),t.querySelector(`.screen`).style.height=`calc(100dvh - ${n.offsetHeight}px)`},fr=e=>dr(`The log has changed since this phone last saw it: entry ${e} was different.`),pr=async(e,t)=>{let{status:n,body:r}=await A(`/v1/sessions/${e}/entries?from=${t}&to=${t}`,{token:w.token});if(n!==200)throw Error(String(n));return r.items[0].digest},mr=async({id:e,version:t},n)=>{let r=lr(n),i=r.at(-1),a=async t=>(await pr(e,t)).startsWith(n[t]);if(i<=t&&await a(i))return or.value=`The log matches what this phone saw, up to entry ${i}.`,!0;let o=r.filter(e=>e<=t),[s,c]=[0,o.length];for(;s<c;){let e=s+c>>1;await a(o[e])?s=e+1:c=e}return s<o.length?fr(o[s]):dr(`The log is shorter than the one this phone saw, which reached entry ${i}.`),!1},hr=()=>{let e=null,t=!1,n=async n=>{let r=cr(n.id);if(e===null&&lr(r).length&&(t=!0,e=await mr(n,r).catch(()=>null),t=!1),e===!1||e===null&&lr(r).length)return;e=!0;let{id:i,version:a,digest:o}=S.value,s=o.slice(0,24);lr(r).filter(e=>e>a).length||r[a]&&r[a]!==s?(e=!1,await mr(S.value,r).catch(()=>fr(a))):ur(i,{...r,[a]:s})};C(()=>{let e=S.value;e?.digest&&!t&&n(e)})},gr=e=>(e.lines??[]).map(e=>`${e.label} ${e.value}`.replaceAll(` `,`\xA0`)).join(` · `),_r=({currentTarget:e})=>ar(e,e.nextElementSibling,te(S.value.id)),vr=()=>{let e=new Map(S.value.standing.seats.map(({seat:e,rank:t})=>[e,t])),t=({seat:t})=>e.get(t)??0,n=[...le.value].sort((e,n)=>t(e)-t(n)),r=n.filter(e=>e.winner).map(e=>e.label),i=n.filter(({seat:e})=>ft(S.value.id).includes(e)),{closed:a,digest:o,game:s,id:c}=S.value,l=r.length?`${r.join(` and `)} win${r[1]?``:`s`}`:S.value.standing.finished?`Nobody wins`:`The session is over`;return V`<div class="finished">
    <header><h2 tabindex="-1" data-head><${g} name="trophy" /> ${l}</h2></header>
    <ol class="result">${n.map(e=>V`<li key=${e.seat} class=${e.winner?`winner`:``}>
      <span>${t(e)}.</span> <${Me} seat=${e.seat} />
      <b>${e.label}</b> ${e.role&&e.role!==e.label&&V`<small>${e.role}</small>`} <span class="score">${e.score??``}</span> <small>${gr(e)}</small></li>`)}</ol>
    <div class="buttons stay">
      ${Nn.value&&!a&&V`<button type="button" class="option" onClick=${()=>z(`close`)}>Close the session</button>`}
      <a class="primary" href=${`/open/${s}?again=${c}`}>Play again</a>
    </div>
    ${i.length>0&&V`<p class="buttons">${i.map(e=>V`<a class="option" key=${e.seat} href=${`/t/${c}/replay?at=1&as=${e.seat}`}><${g} name="eye" /> Replay as ${i.length>1?e.label:`I`} saw it</a>`)}</p>`}
    <p><button type="button" class="option" data-file=${`/v1/sessions/${c}/proof`} data-name=${`${c}.proof.json`} onClick=${_r}>Proof file</button>
      <span role="status"></span></p>
    ${or.value&&V`<p class="quiet">${or.value}</p>`}
    <p class="quiet digest">Log digest (take a photo to keep it): <code>${o}</code></p>
  </div>`},yr=()=>C(()=>{let e=s.value.at(-1);if(!l.value||!e||e.number!==at.value||!_e(e)||e.by.role!==`seat`)return;let t=le.peek().find(({seat:t})=>t===e.by.seat)?.label??e.by.seat;T.value=`${t} recorded against the rules: ${ae(e.words?.says)} “${e.reason}”`}),br=[`flag`,`score`,`chaos`],xr=e=>br.find(t=>e.some(({words:e})=>e?.tone===t))??`plain`,Sr=({move:e,Part:t,When:n,onGo:r,children:i})=>{let[a,o]=N(!1),s=e.map(({number:e})=>e),c=()=>o(!a),{live:l}=e[0],u=V`<span class="text">
    ${e.some(_e)&&V`<${g} name="flag" /><span class="ears">Flagged: </span>`}
    ${!l&&V`<b class="mark">Undone</b> `}
    <${Ae} runs=${et(e)} />
  </span>`,d=V`<span class="more">${a?`−`:`+${e.length-1}`}<span class="ears"> more entries</span></span>`,f=n?V`<${n} entry=${e[0]}>${ze(e)}<//>`:V`<span class="number">${ze(e)}</span>`;return V`<li class=${`entry move tone-${xr(e)} ${l?``:`gone`}`} data-entry=${a?void 0:s[0]} data-entries=${s.join(` `)}>
    ${r?V`<button type="button" class="line-of" onClick=${r}>${f}${u}</button>
        <button type="button" class="unfold" aria-expanded=${a} onClick=${c}>${d}</button>`:V`<button type="button" class="line-of" aria-expanded=${a} onClick=${c}>${f}${u}${d}</button>`}
    ${i}
    ${a&&V`<ol class="parts">${e.map(e=>V`<${t} key=${e.number} entry=${e} />`)}</ol>`}
  </li>`},Cr=[120,60,120],wr={hertz:660,seconds:.35,loud:.2},Tr=[{name:`sound`,label:`Sound`,works:`AudioContext`in window},{name:`vibration`,label:`Vibration`,works:`vibrate`in navigator},{name:`notification`,label:`Notification`,works:window.isSecureContext&&`Notification`in window}];let X;const Er=()=>{U.value.sound&&(X??=new AudioContext,X.resume())},Dr=()=>{Er();let[e,t]=[X.createOscillator(),X.createGain()];e.frequency.value=wr.hertz,t.gain.setValueAtTime(wr.loud,X.currentTime),t.gain.exponentialRampToValueAtTime(.001,X.currentTime+wr.seconds),e.connect(t).connect(X.destination),e.start(),e.stop(X.currentTime+wr.seconds)},Or=async e=>{let t={body:e,tag:S.value.id},n=await navigator.serviceWorker?.getRegistration();if(n)return n.showNotification(`Tablelog`,t);let r=new Notification(`Tablelog`,t);return r.onclick=()=>{window.focus(),r.close()},r},kr=e=>{U.value.sound&&Dr(),U.value.vibration&&navigator.vibrate?.(Cr),U.value.notification&&document.hidden&&window.Notification?.permission===`granted`&&Or(e).catch(()=>{})},Ar=async(e,t)=>e===`notification`&&t&&await Notification.requestPermission()!==`granted`?(T.value=`The browser does not allow notifications from this page.`,st(e,!1)):(st(e,t),t&&e===`sound`&&Er()),jr=D(()=>d.value?re.value.find(({seat:e})=>e===_.value.seat).since:``),Mr=({by:e})=>e?.role===_.value.role&&e?.seat===_.value.seat,Nr=E(!1),Pr=()=>{let e=jr.peek();C(()=>{let t=jr.value;if(t===e)return;e&&(Nr.value=!0),e=t;let n=s.peek().at(-1);t&&n&&!Mr(n)&&kr(`It is your turn.`)}),C(()=>{if(!Le.value)return;let{by:e}=Le.value,t=`${e.seat&&Te(e.seat)?.label||`Somebody`} is waiting for you.`;T.value=t,kr(t)}),addEventListener(`pointerdown`,Er)},Fr=()=>{if(U.value.asked||!Nr.value||Tr.some(({name:e})=>U.value[e]))return null;let e=e=>{st(`asked`,!0),Ar(e,!0)};return V`<div class="ask-alerts"><p>Tell you when it is your turn?</p><div class="buttons">
    ${Tr.filter(({works:e})=>e).map(({name:t,label:n})=>V`<button type="button" class="option" key=${t} onClick=${()=>e(t)}>${n}</button>`)}
    <button type="button" class="quiet-button" onClick=${()=>st(`asked`,!0)}>No</button></div></div>`},Ir=async()=>{let e=`/v1/sessions/${S.value.id}/nudges`,{status:t,body:n}=await A(e,{method:`POST`,token:w.token,body:{}});T.value=t===200?`${Oe.value}: reminded`:n?.detail??`No answer from the service. Try again.`},Lr=()=>R.value&&!d.value&&Xe.value>=3&&V`<button type="button" class="quiet-button" onClick=${Ir}>
    <${g} name="hand" /> Nudge ${Oe.value}</button>`,Rr=({label:e,on:t,onSet:n,disabled:r})=>V`<label class="tick"><input type="checkbox" role="switch" checked=${t} disabled=${r}
  onChange=${e=>n(e.target.checked)} /> ${e}</label>`,zr=({mayStayAwake:e})=>V`<fieldset class="nested"><legend>On this device</legend>
  ${_.value.role===`seat`&&Tr.map(({name:e,label:t,works:n})=>V`<${Rr} key=${e} label=${`${t} on my turn`} disabled=${!n}
    on=${n&&!!U.value[e]} onSet=${t=>Ar(e,t)} />`)}
  <${Rr} label="Keep the screen on" disabled=${!e} on=${e&&U.value.awake!==!1} onSet=${e=>st(`awake`,e)} />
  ${!window.isSecureContext&&V`<p class="quiet">Over plain HTTP, a page cannot keep the screen on or send notifications. Use your phone's settings.</p>`}
</fieldset>`,Br=()=>_.value.role===`seat`?_.value.seat:null,Vr=()=>j.value.zones.find(({of:e,cards:t})=>e&&e===Br()&&t?.length),Hr=()=>Vr()||j.value.seats.some(({seat:e,cards:t})=>e===Br()&&t?.length),Ur=()=>{let e=Vr();(e?document.getElementById(`zone-${e.id}`):document.querySelector(`.board > .mat`))?.scrollIntoView({block:`start`})},Wr=()=>V`
  <p class="meanwhile">
    ${Hr()&&V`<button type="button" class="quiet-button" onClick=${Ur}><${g} name="gallery-horizontal-end" /> My cards</button>`}
    <a class="quiet-button" href=${`/rules/${S.value.game}`} target="_blank" rel="noopener"><${g} name="scale" /> Rulebook</a>
    <a class="quiet-button" href="#log"><${g} name="list" /> Log</a>
    <${Lr} />
  </p>
  <${Fr} />`,Gr=()=>location.hash.slice(1).split(`=`)[0],Z=E(Gr()),Kr=e=>e?1+Kr(e.back):0,qr=()=>Se.value?.problem?.outcomes&&!ce.value.length,Jr=[[()=>Number(!!qr()),n],[()=>Number(!!L.value),P],[()=>Number(!!Z.value),()=>Z.value=``],[()=>Kr(o.value)+Number(!!c.value),me],[()=>Number(!!Ge.value),()=>Ge.value=null]],Yr=D(()=>Jr.reduce((e,[t])=>e+t(),0)),Xr=()=>{let e=Yr.peek();return Jr.find(([e])=>e())?.[1](),Yr.peek()<e};let Q=0,Zr=!1;const Qr=()=>location.pathname+location.search+(Z.value===Gr()?location.hash:Z.value&&`#${Z.value}`),$r=(e,t)=>{let n=Gr();history[e]({depth:t},``,Qr()),Gr()!==n&&dispatchEvent(new HashChangeEvent(`hashchange`)),Q=t},ei=()=>{if(Zr)return;let e=Yr.peek();Q>e&&history.length>Q?(Zr=!0,history.go(e-Q)):(Q<e?$r(`pushState`,Q+1):$r(`replaceState`,e),Q<e&&ei())},ti=()=>{let e=history.state?.depth;if(e===void 0)Z.value=Gr(),$r(`replaceState`,Q+1);else for(Q=e;!Zr&&Yr.peek()>Q&&Xr(););Zr=!1,ei()},ni=e=>{let t=e.target.closest(`.tabs a`);!t||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),Z.value=t.hash.slice(1))},ri=()=>{Q=history.state?.depth??0,addEventListener(`popstate`,ti),document.addEventListener(`click`,ni),history.state?.depth===void 0&&history.replaceState({depth:0},``,Z.value?location.pathname+location.search:Qr()),C(()=>{Yr.value,Z.value,queueMicrotask(ei)})},$=({name:e,icon:t,children:n})=>V`<button type="button" class="option" data-key onClick=${()=>z(e)}><${g} name=${t} /> ${n}</button>`,ii=()=>{let e=Nn.value&&!S.value.closed;return V`<${B} title="More">
  <div class="grid">
    ${R.value&&V`<${$} name="note" icon="message-square">Write a note</${$}>`}
    ${R.value&&!rt.value&&V`<${$} name="else" icon="pencil">Something else…</${$}>`}
    ${R.value&&V`<${$} name="people" icon="users">Who sits where</${$}>`}
    ${h(S.value.id)&&V`<a class="option" href=${`/t/${S.value.id}/who`}><${g} name="hand" /> Who is this phone?</a>`}
    ${R.value&&V`<button type="button" class="option" data-key aria-pressed=${_t.value} onClick=${()=>vt(!_t.value)}><${g} name="list" /> Put turns together</button>`}
    <${$} name="keys" icon="circle-question-mark">Keys</${$}>
    ${Mn()&&V`<a class="option" href=${`/t/${S.value.id}/links`}><${g} name="qr-code" /> Links and QR codes</a>`}
    ${e&&V`<${$} name="correct" icon="pencil">Correct the table…</${$}>`}
    ${e&&V`<${$} name="close" icon="x">Close the session</${$}>`}
    ${Mn()&&!_.value.sees_all&&V`<${$} name="all" icon="eye">See everything…</${$}>`}
    <a class="option" href=${`/rules/${S.value.game}`}><${g} name="scale" /> Rulebook</a>
    <a class="option" href="/"><${g} name="house" /> Home</a>
  </div>
  <${zr} mayStayAwake=${Ee} />
  ${S.value.invented.length>0&&V`<details><summary>About this box: it is made up, not the published one</summary>
    <ul>${S.value.invented.map(e=>V`<li key=${e}>${e}</li>`)}</ul></details>`}
</${B}>`},ai=()=>{let[e,t]=N(``),{id:n}=S.value,[r=``]=ft(n),i=j.value.seats.find(e=>e.seat===r)?.label??`The owner`;return V`<${B} title="See everything?">
    <p>You would see every hand and everything else that is hidden. A note in the log tells the table.</p>
    <p role="alert">${e}</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${async()=>{let e=await mt(n,i);e?t(e):location.reload()}}>See everything</button></div>
  </${B}>`},oi=()=>ve().map(a).filter(Boolean).slice(0,50),si=e=>({"Tablelog-Tokens":e.join(`, `)}),ci=(e,t)=>{let n=t.get(`Tablelog-Tokens-Ignored`);n&&xe(n.split(`,`).map(t=>e[t-1]))},li=async e=>{if(!e.length)return[];let{status:t,body:n,headers:r}=await A(`/v1/people`,{headers:si(e)});return ci(e,r),t===200?n.items:[]},ui=async()=>{let e=new Map;for(let{player:t,name:n}of await li(oi()))t&&n&&!e.has(n)&&e.set(n,t);return e},di=new Map,fi=(e,t,n)=>{let r=e.get(t);if(r&&!n.includes(r))return r;let i=`${n.length} ${t}`;return di.has(i)||di.set(i,Ze()),di.get(i)},pi=(e,t,n)=>{let{players:r={},labels:i={}}=S.value;return lt(r,t)&&lt(i,t)===n?r[t]:fi(e,n,Object.entries(r).filter(([e])=>e!==t).map(([,e])=>e))},mi=({seat:e,coming:t})=>{let[n,r]=N(lt(S.value.labels,e.seat)??``),[i,a]=N(``),o=`/v1/sessions/${S.value.id}/people/${e.seat}`;return V`<li><${Me} seat=${e.seat} />
    <label class="field">${e.label}<input value=${n} maxlength="80" list="known" autocomplete="off" onInput=${e=>r(e.target.value)} /></label>
    <button type="button" class="option" onClick=${async()=>{let r=n.trim(),i=await t,{status:s,body:c}=await A(o,{method:r?`PUT`:`DELETE`,token:Mn()??w.token,body:r?{player:pi(i,e.seat,r),name:r}:void 0});a(s&&s<300?r?`Saved.`:`Erased.`:c?.detail??`No answer from the service. Try again.`)}}>${n.trim()?`Save`:`Erase`}</button>
    <span role="status">${i}</span></li>`},hi=()=>{let[e]=N(ui),[n,r]=N(new Map);t(()=>void e.then(r),[]);let i=j.value.seats.filter(e=>Nn.value||e.seat===_.value.seat);return V`<p class="quiet">Names are never written to the log. To erase a name, leave it empty.</p>
    <ul class="rows people">${i.map(t=>V`<${mi} key=${t.seat} seat=${t} coming=${e} />`)}</ul>
    <datalist id="known">${[...n.keys()].map(e=>V`<option key=${e} value=${e} />`)}</datalist>`},gi=([e,t],{kind:n,points:r=[],radius:i,width:a,height:o,...s})=>n===`box`?e>=s.x&&e<=s.x+a&&t>=s.y&&t<=s.y+o:n===`outline`?r.reduce((n,[i,a],o)=>{let[s,c]=r.at(o-1);return a>t!=c>t&&e<i+(t-a)*(s-i)/(c-a)?!n:n},!1):Math.hypot(e-s.x,t-s.y)<=i,_i=e=>j.value.zones.find(({id:t})=>`zone-${t}`===e.closest(`.zone`)?.getAttribute(`aria-labelledby`)),vi=({target:e,clientX:t,clientY:n})=>{let r=e.closest(`.picture`),i=_i(e);if(r&&i){let{left:e,top:a,width:o,height:s}=r.getBoundingClientRect(),[c,l]=i.size??[100,100],u=[(t-e)*c/o,(n-a)*l/s];return i.places.findLast(({shape:e})=>gi(u,e))}},yi=(e,t)=>{let n=Object.entries(t.words.values??{}).find(([,{place:t}])=>t===e.id)?.[0];if(n)return n;let r=[...tt.value].map(([e,{value:t}])=>[e,I(t)]),[i]=r;if(!i?.[0].endsWith(i[1]))return;let a=i[0].slice(0,i[0].length-i[1].length);return e.id.startsWith(a)&&r.every(([e,t])=>e===a+t)?e.id.slice(a.length):void 0},bi=(e,t)=>{let[n]=[...tt.value.values()],r=Re(t.put(n.value),he.value);return r.kind===`done`&&I(r.action[t.name])===I(n.value)?{...r.action,[t.name]:e}:void 0},xi=async e=>{if(e.target.closest(`button, a`)||!e.target.closest(`.board`))return;let t=ge.value;if(t?.kind!==`value`||L.value||qe.value||de.value.length||b.value!==`live`||!tt.value.size)return;let n=vi(e),r=n&&yi(n,t);if(r===void 0||tt.value.has(n.id))return;let{verb:i}=o.value,a=[le.value.find(({seat:e})=>e===i.seat)?.label,`${i.words.label} · ${n.name}`].filter(Boolean).join(`: `),s=bi(r,t),c={kind:i.type,members:{seat:i.seat}};if(!s)return z(`unlit`,{draft:c,says:a});let l={"If-Match":`"${p(S.value)}"`},u=await A(`/v1/sessions/${w.session}/actions?dry_run=true`,{method:`POST`,token:w.token,body:s,headers:l});ge.value?.name===t.name&&!L.value&&z(`unlit`,{action:s,draft:c,says:a,problem:u.body?.rule?u.body:null})},Si=()=>{let{action:e,draft:t,says:n,problem:r}=L.value;return V`<${B} title=${n}>
    <p><code>${r?.rule}</code> ${r?.detail??`Not offered here.`}</p>
    ${r&&zt.value&&V`<${Bt} onTake=${t=>{x(`actions`,{...e,against_rules:!0,reason:t},n),P(),o.value=null}} />`}
    <div class="buttons"><button type="button" class="option" onClick=${()=>z(`else`,{draft:t})}>Something else…</button></div>
  </${B}>`},Ci=()=>document.addEventListener(`click`,xi),wi=()=>{let[e,t]=N(``);return V`<${B} title="Write a note">
    <label class="field">Notes stay in the log for good, and everyone at the table can read them. Name people only if they agree.
      <textarea rows="3" maxlength="2000" value=${e} onInput=${e=>t(e.target.value)}></textarea></label>
    <div class="buttons"><button type="button" class="primary" disabled=${!e.trim()} onClick=${()=>{let t=b.value===`live`?{}:{moved_at:new Date().toISOString()};x(`notes`,{text:e.trim(),...t},`Note: ${e.trim()}`),P()}}>Save note</button></div>
  </${B}>`},Ti=({others:e,redo:t})=>t?`someone else undid it`:e?`others recorded part of it`:`someone learned something from it`,Ei=()=>{let[e,n]=N(``),[r,i]=N(L.value.entries?L.value:null),[a,o]=N(``),{to:s}=L.value;if(t(()=>{if(r)return;let{id:e,version:t}=S.value,n={"If-Match":`"${t}"`};A(`/v1/sessions/${e}/retractions?dry_run=true`,{method:`POST`,token:w.token,body:{to:s},headers:n}).then(({status:e,body:t})=>e===200?i(t.takes):o(t?.detail??`No answer from the service. Try again.`))},[]),!r)return V`<${B} title="Undo?"><p role="status">${a||`A moment…`}</p></${B}>`;let{count:c,entries:l,needs_reason:u,redo:d,splits:f}=r;return V`<${B} title=${d?`Redo?`:`Undo?`}>
    <p>${d?`Redoes`:`Undoes`} ${c>1?`${c} entries`:`one entry`}:</p>
    <ul class="goes">${l.map(({number:e,says:t})=>V`<li key=${e}>№ ${e} <${Ae} runs=${t} /></li>`)}
      ${c>l.length&&V`<li>and ${c-l.length} earlier</li>`}</ul>
    ${f&&V`<p>№ ${f} to № ${s}, the beginning of the same move, stay.</p>`}
    <p class="quiet">${d?``:`The log keeps the entries, struck through. Notes are unaffected.`}${u?` Give a reason: ${Ti(r)}.`:``}</p>
    ${u&&V`<label class="field">Why? <input value=${e} maxlength="200" onInput=${e=>n(e.target.value)} /></label>`}
    <div class="buttons"><button type="button" class="primary" disabled=${u&&!e.trim()} onClick=${()=>{Qe(r,e.trim()),P()}}>${d?`Redo`:`Undo`}</button></div>
  </${B}>`},Di=()=>{let[e,t]=N(``),n=[...document.querySelectorAll(`.spot`)].map(e=>e.dataset.place),r=j.value.zones.flatMap(e=>(e.places??[]).map(t=>({place:t,zone:e}))).filter(({place:t})=>n.includes(t.id)&&t.name.toLowerCase().includes(e.toLowerCase())),i=e=>{P(),ot(e)};return V`<${B} title="Go to a place">
    <label class="field">Name <input type="search" value=${e} onInput=${e=>t(e.target.value)} /></label>
    <div class="grid">${r.slice(0,9).map(({place:e,zone:t})=>V`<button type="button" class="option" data-key key=${e.id}
      onClick=${()=>i(e)}><span><b>${e.name}</b> <small>${t.title}</small></span></button>`)}</div>
  </${B}>`},Oi=[[`1 … 9`,`press a button`],[`Esc`,`back`],[`U`,`undo`],[`G`,`find a place by name`],[`N`,`write a note`]],ki={all:ai,people:()=>V`<${B} title="Who sits where?"><${hi} /></${B}>`,menu:ii,note:wi,undo:Ei,goto:Di,keys:()=>V`<${B} title="Keys">
  <dl class="lines">${Oi.map(([e,t])=>V`<div key=${e}><dt><kbd>${e}</kbd></dt><dd>${t}</dd></div>`)}</dl>
</${B}>`,close:()=>V`<${B} title="Close the session?">
    <p>${rt.value?`The game is finished.`:`The game is not finished, so it closes as abandoned.`} After that, only notes can be recorded.</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${()=>{x(`close`,{outcome:rt.value?`finished`:`abandoned`},`Session closed`,void 0,Pn()),P()}}>Close session</button></div>
  </${B}>`,correct:Vn,else:Hn,unlit:Si,left:Wt,outcome:nr},Ai=()=>Se.value?V`<${Zn} />`:V`<${ki[L.value.kind]} />`,ji=({kind:e,live:t})=>t&&[`recorded`,`corrected`].includes(e),Mi=D(()=>{let e=s.value.filter(ji);if(!R.value||S.value?.closed||!e.length)return{least:0,most:0};let{role:t,seat:n}=_.value,r=e.findLast(({by:e})=>e?.role!==t||e?.seat!==n);return{least:t===`seat`?r?.number??1:1,most:e.at(-1).number}}),Ni=({number:e,kind:t,live:n},{least:r,most:i})=>n&&b.value===`live`&&t!==`noted`&&e>=r&&e<i?e:null,Pi=e=>{location.hash=``,z(`undo`,{to:e})},Fi=({of:e})=>{let t=Ni(e,Mi.value);return t&&V`<button type="button" class="undo to-here" aria-label=${`Undo to here: № ${t}`} title="Undo to here"
    onClick=${()=>Pi(t)}><${g} name="undo-2" /></button>`},Ii=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=N([]),[o,s]=N(null),c={...e.stock};for(let{give:t,receive:n}of i)c[t]-=e.lots[t],c[n]=(c[n]??0)+e.lots[n];let l=Object.keys(e.lots),u=e=>{if(o===null)return s(e);a([...i,{give:o,receive:e}]),s(null)},d=new Map(l.map(t=>[t,`${c[t]??0} available, ${e.lots[t]} per trade`])),f=i.length>=e.most;return V`<ol class="rows">
      ${i.map(({give:e,receive:n},r)=>V`<li key=${r}>${H(t,e)} for ${H(t,n)}
        <button type="button" class="option" onClick=${()=>a(i.slice(0,r))}>Remove</button></li>`)}
    </ol>
    ${!f&&V`<h3 class="part">${o===null?`Give`:`${H(t,o)} for`}</h3>
      <${Ue} values=${l} words=${t} onTake=${u} chosen=${d}
        closed=${t=>o===null?(c[t]??0)<e.lots[t]:t===o} />`}
    <${k} open=${o===null&&r(i)} says=${`${i.length} of up to ${e.most}`} onDone=${()=>n(i)} />`},Li=(e,t)=>Array.from({length:Math.ceil(e.length/t)},(n,r)=>e.slice(r*t,(r+1)*t)),Ri=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=N([]),o=e.values.filter(e=>!i.some(t=>I(t)===I(e))),s=e=>a(o.length===2?[...i,e,o.find(t=>t!==e)]:[...i,e]);De(o,s);let c=e.values.map((e,t)=>i[t]);return V`<ol class="slots" aria-label="Placed so far" style=${{"--columns":String(e.columns)}}>
      ${c.map((e,n)=>V`<li key=${n} class=${e===void 0?`empty`:``}>
        ${e===void 0?n===i.length?`next`:``:H(t,e)}
      </li>`)}
    </ol>
    ${o.length>0&&V`<${Ue} values=${o} words=${t} onTake=${s} />`}
    <${k} open=${!o.length&&r(Li(i,e.columns))} says=${`${i.length} of ${e.values.length}`}
      onDone=${()=>n(Li(i,e.columns))}>
      <button type="button" class="option" disabled=${!i.length} onClick=${()=>a(i.slice(0,-1))}>Undo one</button>
    </${k}>`},zi=(e,t)=>{let n=[...e];for(let e of t)n.splice(n.findIndex(t=>Ke(t)===Ke(e)),1);return n},Bi=e=>[...new Map(e.map(e=>[Ke(e),e])).values()],Vi=e=>e.length?Bi(e).flatMap(t=>Vi(zi(e,[t])).map(e=>[t,...e])):[[]],Hi=({values:e},t)=>zi(e,Object.values(t).flatMap(Object.values)),Ui=({of:e,values:t},n)=>{let r=Hi({values:t},n),i=Bi(r),a=[],o=[],s=[];for(let[t,{keys:c,most:l}]of Object.entries(e)){let e=n[t]??(c?{}:[]),u=l-Object.keys(e).length;if(u<1)continue;let d=(r,i)=>({name:t,key:i,values:r,plan:{...n,[t]:c?{...e,[i]:r[0]}:[...e,...r]}});c?s.push(...c.filter(t=>!Object.hasOwn(e,t)).flatMap(e=>i.map(t=>d([t],e)))):(o.push(...i.map(e=>d([e]))),i.length&&r.length<=Math.min(3,u)&&a.push(...Vi(r).map(e=>d(e))))}return[...a.length&&a.length+s.length<=12?a:o,...s]},Wi=e=>e!==void 0,Gi=({kind:e,of:t})=>e===`outcome`&&t.kind===`depends`,Ki=(e,{keys:t,count:n,least:r})=>{if(n)return{kind:`several`,values:e,least:n,most:n,ordered:!0};let i={kind:`choice`,values:Bi(e)};return r<t.length?{kind:`optional`,of:i}:i},qi=e=>{let t=Object.entries(e).map(([e,t])=>[e,Ne(t)]).filter(([,e])=>e.length);return t.length<Object.keys(e).length?Object.fromEntries(t.map(([e,[t]])=>[e,t])):{}},Ji=({domain:e,words:t,answer:n,allows:r,seen:i,Widget:a})=>{let{keys:o,parts:s,values:c}=e,[l,u]=N([]),d=s||c?{}:qi(o),f=s??(c?o:Object.keys(o).filter(e=>!(Object.hasOwn(d,e)||Gi(o[e])))),p=l.length,ee=e=>e.flat().filter(Wi),te=c?Ki(zi(c,ee(l)),e):s?.[p]??o[f[p]],m=e=>{let t=f.map((t,n)=>[t,e[n]]).filter(([,e])=>Wi(e));return s?ee(e):{...d,...Object.fromEntries(t)}},h=e=>{let t=[...l,e];t.length<f.length?u(t):r(m(t))?n(m(t)):u([])},ne=e=>F(te,e)&&(Wi(e)||p<f.length-1||r(m([...l,e]))),re=Object.entries(d).map(([e,n])=>H(M(t,e),n));return V`${re.length>0&&V`<p class="quiet">${re.join(` · `)}</p>`}
    <h3 class="part">${s?`Part`:H(M(t,`[]`),f[p])}
      ${` `}<span class="quiet">${p+1} of ${f.length}${s&&ee(l).map(e=>`, ${H(t,e)}`)}</span></h3>
    <${a} key=${p} domain=${te} words=${s||c?t:M(t,f[p])} answer=${h} allows=${ne} seen=${i&&!c} />`},Yi=e=>Object.keys(e.keys??{}),Xi=e=>Object.values(e.keys??{}).find(e=>e.values?.length===1)?.values[0],Zi=(e,t)=>typeof e!=`object`||!e?[[e,t]]:Object.entries(e).flatMap(([e,n])=>[n].flat().map(n=>[n,M(t,e)])),Qi=e=>{let t=e.map(Xi);return e.map((n,r)=>{let i=t[r];return i!==void 0&&t.filter(e=>e===i).length===1?i:Yi(n).filter(t=>!e.every(e=>Yi(e).includes(t))).join(`, `)||`${r+1}`})},$i=({domain:e,words:t,answer:n,Widget:r,allows:i})=>{let[a,o]=N([]),[s,c]=N(e.of.length===1&&e.least?e.of:[]),l=Qi(e.of),u=t=>c(e.of.filter((e,n)=>l[n]===t)),d=n=>{let r=l[e.of.findIndex(e=>F(e,n))],i=Zi(n,t),a=i.map(([e,t])=>H(t,e));return i.some(([e])=>e===r)||e.of.length===1?a:[H(t,r),...a]},[f]=s;return V`<ol class="rows">
      ${a.map((e,t)=>V`<li key=${t}>${d(e).join(` · `)}
        <button type="button" class="option" onClick=${()=>o(a.toSpliced(t,1))}>Remove</button></li>`)}
    </ol>
    ${s.length>1?V`<${Ue} values=${s.map(Xi)} words=${t} onTake=${e=>c(s.filter(t=>Xi(t)===e))} />`:f?V`<${r} domain=${f} words=${t} answer=${e=>(c([]),o([...a,e]))} allows=${e=>F(f,e)} />`:V`${a.length<e.most&&V`<${Ue} values=${[...new Set(l)]} words=${t} onTake=${u} />`}
          <${k} open=${i(a)} says=${`${a.length} so far`} onDone=${()=>n(a)} />`}`},ea={kind:`written`,longest:9999},ta=e=>{try{return JSON.parse(e)}catch{return e}},na=({Widget:e,...t})=>{let{hint:n,form:r=ea}=t.domain;return V`<p class="quiet">${n} <small>Not checked in advance.</small></p>
    <${e} ...${t} domain=${r} answer=${e=>t.answer(r===ea?ta(e):e)} allows=${e=>F(r,e)} />`},ra=({domain:e,words:t,answer:n,Widget:r,allows:i,seen:a})=>{let o=i(void 0)&&V`<div class=${a?`buttons`:`done`}><button type="button" class="option" data-key
    onClick=${()=>n(void 0)}>${t.values?.null?.label??`None`}</button></div>`;return V`${a&&o}
    <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>F(e.of,t)&&i(t)} />
    ${!a&&o}`},ia=({domain:e,words:t,answer:n,Widget:r})=>V`
  ${e.chosen&&V`<div class="buttons"><button type="button" class="option" data-key onClick=${()=>n(void 0)}>Did not happen</button></div>`}
  <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>F(e.of,t)} seen />`,aa=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=N(e.least<0&&e.most>0?0:e.most),o=t=>a(Math.min(e.most,Math.max(e.least,i+t)));return V`<div class="stepper">
      <button type="button" class="option" onClick=${()=>a(e.least)}>Min: ${e.least}</button>
      <button type="button" class="option round" aria-label="One fewer" onClick=${()=>o(-1)}><${g} name="minus" /></button>
      <output aria-live="polite">${H(t,i)}</output>
      <button type="button" class="option round" aria-label="One more" onClick=${()=>o(1)}><${g} name="plus" /></button>
      <button type="button" class="option" onClick=${()=>a(e.most)}>Max: ${e.most}</button>
    </div>
    <${k} open=${r(i)} onDone=${()=>n(i)} />`},oa=({least:e,most:t})=>e===t?`of ${t}`:`of ${e} to ${t}`,sa={assign:Ji,dealt:Ji,each:Ji,exchanges:Ii,gathered:Ji,grid:Ri,joined:Ji,listed:$i,open:na,optional:ra,outcome:ia,range:aa,several:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=N([]),o=e.most===1&&e.least===1,s=new Map([...Ve(e.values)].map(([e,t])=>[I(JSON.parse(e)),t])),c=[...new Map(e.values.map(e=>[I(e),e])).values()],l=new Map;i.forEach((t,n)=>{let r=I(t),a=(s.get(r)??1)>1,o=l.get(r);e.ordered?l.set(r,o?`${o}, ${n+1}`:`${n+1}`):l.set(r,a?`×${i.filter(e=>I(e)===r).length}`:`✓`)});let u=t=>{if(o)return n([t]);let r=I(t),c=i.filter(e=>I(e)===r).length;i.length<e.most&&c<(s.get(r)??1)?a([...i,t]):c&&a(i.filter(e=>I(e)!==r))};De(c,u,l);let d=i.length>=e.most;return V`<${Ue} values=${c} words=${t} onTake=${u} chosen=${l}
      closed=${e=>!o&&d&&!l.has(I(e))} />
    ${!o&&V`<${k} open=${r(i)} says=${`${i.length} ${oa(e)}`} onDone=${()=>n(i)} />`}`},shared:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=N([{}]),o=i[0],s=({plan:t})=>Hi(e,t).length?a([t,...i]):n(t),c=(e,n,r)=>(r?`${H(M(t.of[e],`[]`),r)}: `:``)+n.map(n=>H(t.of[e],n)).join(`, `);return V`${Object.entries(e.of).map(([n,{keys:r}])=>V`<h3 class="part">${t.of[n].asks}
        ${` `}<span class="quiet">${r?Object.entries(o[n]??{}).map(([e,t])=>c(n,[t],e)).join(`, `):c(n,o[n]??[])}</span> <small>${t.of[n].hint}</small></h3>
      <${Pe} options=${Ui(e,o).filter(e=>e.name===n).map(e=>({...e,label:c(n,e.values,e.key)}))} onTake=${s} />`)}
    <${k} open=${r(o)} says=${`${Hi(e,o).length} left`} onDone=${()=>n(o)}>
      <button type="button" class="option" disabled=${!i[1]} onClick=${()=>a(i.slice(1))}>Undo one</button>
    </${k}>`},split:({domain:e,words:t,answer:n,allows:r})=>{let i=M(t,`[]`),[a,o]=N({}),s=Object.keys(e.limits),c=Object.values(a).reduce((e,t)=>e+t,0),l=(t,n)=>{let r=(lt(a,t)??0)+n;if(r<0||r>e.limits[t]||n>0&&c>=e.most)return;let{[t]:i,...s}=a;o(r?{...s,[t]:r}:s)};De(s,e=>l(e,1));let u=e.least===e.most?`${c} of ${e.most}`:`${c} of ${e.least} to ${e.most}`;return V`<ul class="rows">
      ${s.map(t=>V`<li key=${t}>
        <span>${H(i,t)} <small>up to ${e.limits[t]}</small></span>
        <button type="button" class="option round" aria-label=${`${H(i,t)}: one fewer`} onClick=${()=>l(t,-1)}><${g} name="minus" /></button>
        <output>${lt(a,t)??0}</output>
        <button type="button" class="option round" aria-label=${`${H(i,t)}: one more`} onClick=${()=>l(t,1)}><${g} name="plus" /></button>
      </li>`)}
    </ul>
    <${k} open=${r(a)} says=${u} onDone=${()=>n(a)} />`},written:({domain:e,answer:t,allows:n})=>{let[r,i]=N(``);return V`<label class="field">Text <input value=${r} maxlength=${e.longest} onInput=${e=>i(e.target.value)} /></label>
    <${k} open=${n(r.trim())} onDone=${()=>t(r.trim())} />`}},ca=(e=``)=>import(`../pages/beside.js`+e).catch(()=>setTimeout(ca,5e3,e+`#`));Pr(),Xt(),Lt(),ri(),Ci(),yr(),ca(),setTimeout(hr,3e3);export{ht as Bots,tr as DraftBar,vr as Finished,Wr as Meanwhile,Sr as Move,Ai as Sheet,Fi as ToHere,sa as widgets};
import{$ as e,A as t,At as n,Bt as r,C as i,D as a,Dt as o,E as s,Et as c,F as l,Ft as u,Ht as d,I as f,It as p,L as m,Lt as h,M as g,Mt as _,N as v,Nt as ee,O as te,Pt as ne,Q as y,S as re,St as ie,T as ae,Tt as b,U as oe,Ut as x,V as se,Wt as S,X as ce,Y as le,Z as ue,_ as de,_t as fe,a as C,at as w,bt as T,c as pe,ct as me,d as he,dt as E,et as ge,f as D,ft as O,g as _e,gt as ve,h as ye,ht as be,i as xe,it as k,jt as Se,k as Ce,kt as A,l as we,lt as j,m as M,mt as Te,n as N,o as P,ot as Ee,p as F,pt as I,r as De,rt as L,s as Oe,st as ke,t as Ae,tt as je,u as Me,ut as Ne,v as R,vt as z,w as Pe,wt as Fe,xt as Ie,y as Le,yt as B,zt as Re}from"./table.js";const ze=`seat:`,Be=(e=``)=>e.startsWith(ze)?[e.slice(5)]:[],Ve=e=>{let{mine:t,tokens:n={},use:r}=_(e)??{};return t??(n.owner?Be(r):Object.keys(n).flatMap(Be))},He=(e,t,n={},r={})=>{let i=[...new Set([...Ve(e),t])];Se(e,n,{...r,mine:i,use:ze+t})},Ue=async(e,t)=>{let n=`${t}’s phone can see everything from here on.`,{status:r,body:i}=await y(`/v1/sessions/${e}/notes`,{method:`POST`,token:_(e).tokens.owner,body:{text:n,action_id:ge()}});return r===201?(Se(e,{},{use:`owner`}),``):i?.detail??`No answer from the service. Try again.`},We=()=>{let[e,t]=S([]),[n,r]=S(``),i=b.value.id,a=async()=>{let{status:e,body:n}=await y(`/v1/sessions/${i}/live-table`);t(e===200?n.seats.filter(e=>e.played_by===`bot`):[])};x(()=>void(b.value.sandbox&&a()),[]);let s=async e=>{let{status:t,body:n}=await y(`/v1/sessions/${i}/seats/${e}/claim`,{method:`POST`});if(t!==201)return r(n?.detail??`No answer from the service. Try again.`),a();He(i,e,n.tokens),location.reload()};return o.value.role===`guest`?h`<p class="buttons"><a class="primary" href=${`/t/${i}/who`}>Who are you?</a></p>`:e.length>0&&h`<p>Bots are playing. You can take over a seat:</p>
    <div class="grid">${e.map(({seat:e})=>h`<button type="button" class="option" key=${e} data-key onClick=${()=>s(e)}>
      <${p} name="hand" /> <b>Play ${_e(e)?.label??e}</b></button>`)}</div>
    <p role="alert">${n}</p>`},Ge=e=>new Promise(t=>setTimeout(t,e*1e3)),Ke=async(t,n)=>{let r=await fetch(t,{headers:n,cache:`no-store`,signal:e(ue)});for(;r.status===202;){await Ge(je(r.headers)||1);let t=await(await fetch(r.headers.get(`Location`),{headers:n,cache:`no-store`,signal:e(ue)})).json();if(t.status===`failed`)throw Error(t.detail);t.result&&(r=await fetch(t.result,{headers:n,cache:`no-store`,signal:e(ue)}))}if(!r.ok)throw Error((await r.json()).detail);return r.blob()},qe=async(e,t,n)=>{e.disabled=!0,t.textContent=`Preparing the file…`;try{let r=document.createElement(`a`);r.href=URL.createObjectURL(await Ke(e.dataset.file,n?{Authorization:`Bearer ${n}`}:{})),r.download=e.dataset.name,r.click(),URL.revokeObjectURL(r.href),t.textContent=`Downloaded ${r.download}.`}catch(e){t.textContent=`The download failed. ${e.message??``}`}e.disabled=!1},V=r(``),Je=e=>`digests:${e}`,Ye=e=>{try{return JSON.parse(localStorage.getItem(Je(e)))??{}}catch{return{}}},H=e=>Object.keys(e).map(Number).sort((e,t)=>e-t),Xe=(e,t)=>{let n=H(t).slice(-24);try{localStorage.setItem(Je(e),JSON.stringify(Object.fromEntries(n.map(e=>[e,t[e]]))))}catch{}},Ze=e=>{if(V.value===e)return;V.value=e;let t=document.getElementById(`table`),n=Object.assign(document.createElement(`p`),{className:`another-log`,textContent:e});Object.assign(n.style,{margin:0,padding:`8px 16px`,background:`var(--warn-soft)`,borderBottom:`2px solid var(--warn)`}),n.setAttribute(`role`,`alert`),document.querySelector(`.another-log`)?.remove(),t.before(n),t.querySelector(`.screen`).style.height=`calc(100dvh - ${n.offsetHeight}px)`},Qe=e=>Ze(`The log has changed since this phone last saw it: entry ${e} was different.`),$e=async(e,t)=>{let{status:n,body:r}=await y(`/v1/sessions/${e}/entries?from=${t}&to=${t}`,{token:f.token});if(n!==200)throw Error(String(n));return r.items[0].digest},et=async({id:e,version:t},n)=>{let r=H(n),i=r.at(-1),a=async t=>(await $e(e,t)).startsWith(n[t]);if(i<=t&&await a(i))return V.value=`The log matches what this phone saw, up to entry ${i}.`,!0;let o=r.filter(e=>e<=t),[s,c]=[0,o.length];for(;s<c;){let e=s+c>>1;await a(o[e])?s=e+1:c=e}return s<o.length?Qe(o[s]):Ze(`The log is shorter than the one this phone saw, which reached entry ${i}.`),!1},tt=()=>{let e=null,t=!1,n=async n=>{let r=Ye(n.id);if(e===null&&H(r).length&&(t=!0,e=await et(n,r).catch(()=>null),t=!1),e===!1||e===null&&H(r).length)return;e=!0;let{id:i,version:a,digest:o}=b.value,s=o.slice(0,24);H(r).filter(e=>e>a).length||r[a]&&r[a]!==s?(e=!1,await et(b.value,r).catch(()=>Qe(a))):Xe(i,{...r,[a]:s})};d(()=>{let e=b.value;e?.digest&&!t&&n(e)})},U=()=>_(f.session)?.tokens.owner,nt=Re(()=>z.value||!!(b.value&&U())),rt=()=>z.value?{}:{holder:`owner`},it=e=>(e.lines??[]).map(e=>`${e.label} ${e.value}`.replaceAll(` `,`\xA0`)).join(` · `),at=({currentTarget:e})=>qe(e,e.nextElementSibling,u(b.value.id)),ot=()=>{let e=new Map(b.value.standing.seats.map(({seat:e,rank:t})=>[e,t])),t=({seat:t})=>e.get(t)??0,n=[...Fe.value].sort((e,n)=>t(e)-t(n)),r=n.filter(e=>e.winner).map(e=>e.label),i=n.filter(({seat:e})=>Ve(b.value.id).includes(e)),{closed:a,digest:o,game:s,id:c}=b.value,l=r.length?`${r.join(` and `)} win${r[1]?``:`s`}`:b.value.standing.finished?`Nobody wins`:`The session is over`;return h`<div class="finished">
    <header><h2 tabindex="-1" data-head><${p} name="trophy" /> ${l}</h2></header>
    <ol class="result">${n.map(e=>h`<li key=${e.seat} class=${e.winner?`winner`:``}>
      <span>${t(e)}.</span> <${ye} seat=${e.seat} />
      <b>${e.label}</b> ${e.role&&e.role!==e.label&&h`<small>${e.role}</small>`} <span class="score">${e.score??``}</span> <small>${it(e)}</small></li>`)}</ol>
    <div class="buttons stay">
      ${nt.value&&!a&&h`<button type="button" class="option" onClick=${()=>F(`close`)}>Close the session</button>`}
      <a class="primary" href=${`/open/${s}?again=${c}`}>Play again</a>
    </div>
    ${i.length>0&&h`<p class="buttons">${i.map(e=>h`<a class="option" key=${e.seat} href=${`/t/${c}/replay?at=1&as=${e.seat}`}><${p} name="eye" /> Replay as ${i.length>1?e.label:`I`} saw it</a>`)}</p>`}
    <p><button type="button" class="option" data-file=${`/v1/sessions/${c}/proof`} data-name=${`${c}.proof.json`} onClick=${at}>Proof file</button>
      <span role="status"></span></p>
    ${V.value&&h`<p class="quiet">${V.value}</p>`}
    <p class="quiet digest">Log digest (take a photo to keep it): <code>${o}</code></p>
  </div>`},W=r(null);let st=!1;const ct=async(e,t,n)=>{let r=n?.tag?{"If-None-Match":n.tag}:{},{status:i,body:a,headers:o}=await y(e,{token:t,headers:r});return i===200?{body:a,tag:o.get(`ETag`)}:n},lt=async()=>{if(st||W.value||!b.value)return;st=!0;let{id:e,game:t,component_set:n}=b.value,r=f.token,i=`forms:${e}`,a=await le(i).catch(()=>void 0);try{let e=await ct(`/v1/games/${t}`,r,a?.rules),o=a?.names??await ct(`/v1/component-sets/${n}/names`,r);if(e&&o){W.value={schemas:e.body.schemas,names:o.body.names};let{schemas:t}=e.body;await ce(i,{rules:{tag:e.tag,body:{schemas:t}},names:o})}}catch{}st=!1},ut=lt,dt=()=>d(()=>{B.value===`live`&&T.value&&!W.value&&setTimeout(()=>(window.requestIdleCallback??setTimeout)(lt),2e3)}),ft=[`flag`,`score`,`chaos`],pt=e=>ft.find(t=>e.some(({words:e})=>e?.tone===t))??`plain`,mt=({move:e,Part:t,When:n,onGo:r,children:i})=>{let[a,o]=S(!1),s=e.map(({number:e})=>e),c=()=>o(!a),{live:l}=e[0],u=h`<span class="text">
    ${e.some(ve)&&h`<${p} name="flag" /><span class="ears">Flagged: </span>`}
    ${!l&&h`<b class="mark">Undone</b> `}
    <${he} runs=${Me(e)} />
  </span>`,d=h`<span class="more">${a?`−`:`+${e.length-1}`}<span class="ears"> more entries</span></span>`,f=n?h`<${n} entry=${e[0]}>${we(e)}<//>`:h`<span class="number">${we(e)}</span>`;return h`<li class=${`entry move tone-${pt(e)} ${l?``:`gone`}`} data-entry=${a?void 0:s[0]} data-entries=${s.join(` `)}>
    ${r?h`<button type="button" class="line-of" onClick=${r}>${f}${u}</button>
        <button type="button" class="unfold" aria-expanded=${a} onClick=${c}>${d}</button>`:h`<button type="button" class="line-of" aria-expanded=${a} onClick=${c}>${f}${u}${d}</button>`}
    ${i}
    ${a&&h`<ol class="parts">${e.map(e=>h`<${t} key=${e.number} entry=${e} />`)}</ol>`}
  </li>`},ht=[120,60,120],G={hertz:660,seconds:.35,loud:.2},gt=[{name:`sound`,label:`Sound`,works:`AudioContext`in window},{name:`vibration`,label:`Vibration`,works:`vibrate`in navigator},{name:`notification`,label:`Notification`,works:window.isSecureContext&&`Notification`in window}];let K;const _t=()=>{E.value.sound&&(K??=new AudioContext,K.resume())},vt=()=>{_t();let[e,t]=[K.createOscillator(),K.createGain()];e.frequency.value=G.hertz,t.gain.setValueAtTime(G.loud,K.currentTime),t.gain.exponentialRampToValueAtTime(.001,K.currentTime+G.seconds),e.connect(t).connect(K.destination),e.start(),e.stop(K.currentTime+G.seconds)},yt=async e=>{let t={body:e,tag:b.value.id},n=await navigator.serviceWorker?.getRegistration();if(n)return n.showNotification(`Tablelog`,t);let r=new Notification(`Tablelog`,t);return r.onclick=()=>{window.focus(),r.close()},r},bt=e=>{E.value.sound&&vt(),E.value.vibration&&navigator.vibrate?.(ht),E.value.notification&&document.hidden&&window.Notification?.permission===`granted`&&yt(e).catch(()=>{})},xt=async(e,t)=>e===`notification`&&t&&await Notification.requestPermission()!==`granted`?(m.value=`The browser does not allow notifications from this page.`,O(e,!1)):(O(e,t),t&&e===`sound`&&_t()),St=Re(()=>fe.value?c.value.find(({seat:e})=>e===o.value.seat).since:``),Ct=({by:e})=>e?.role===o.value.role&&e?.seat===o.value.seat,wt=r(!1),Tt=()=>{let e=St.peek();d(()=>{let t=St.value;if(t===e)return;e&&(wt.value=!0),e=t;let n=Te.peek().at(-1);t&&n&&!Ct(n)&&bt(`It is your turn.`)}),d(()=>{if(!ie.value)return;let{by:e}=ie.value,t=`${e.seat&&_e(e.seat)?.label||`Somebody`} is waiting for you.`;m.value=t,bt(t)}),addEventListener(`pointerdown`,_t)},Et=()=>{if(E.value.asked||!wt.value||gt.some(({name:e})=>E.value[e]))return null;let e=e=>{O(`asked`,!0),xt(e,!0)};return h`<div class="ask-alerts"><p>Tell you when it is your turn?</p><div class="buttons">
    ${gt.filter(({works:e})=>e).map(({name:t,label:n})=>h`<button type="button" class="option" key=${t} onClick=${()=>e(t)}>${n}</button>`)}
    <button type="button" class="quiet-button" onClick=${()=>O(`asked`,!0)}>No</button></div></div>`},Dt=async()=>{let e=`/v1/sessions/${b.value.id}/nudges`,{status:t,body:n}=await y(e,{method:`POST`,token:f.token,body:{}});m.value=t===200?`${pe.value}: reminded`:n?.detail??`No answer from the service. Try again.`},Ot=()=>T.value&&!fe.value&&Oe.value>=3&&h`<button type="button" class="quiet-button" onClick=${Dt}>
    <${p} name="hand" /> Nudge ${pe.value}</button>`,kt=({label:e,on:t,onSet:n,disabled:r})=>h`<label class="tick"><input type="checkbox" role="switch" checked=${t} disabled=${r}
  onChange=${e=>n(e.target.checked)} /> ${e}</label>`,At=({mayStayAwake:e})=>h`<fieldset class="nested"><legend>On this device</legend>
  ${o.value.role===`seat`&&gt.map(({name:e,label:t,works:n})=>h`<${kt} key=${e} label=${`${t} on my turn`} disabled=${!n}
    on=${n&&!!E.value[e]} onSet=${t=>xt(e,t)} />`)}
  <${kt} label="Keep the screen on" disabled=${!e} on=${e&&E.value.awake!==!1} onSet=${e=>O(`awake`,e)} />
  ${!window.isSecureContext&&h`<p class="quiet">Over plain HTTP, a page cannot keep the screen on or send notifications. Use your phone's settings.</p>`}
</fieldset>`,jt=()=>o.value.role===`seat`?o.value.seat:null,Mt=()=>I.value.zones.find(({of:e,cards:t})=>e&&e===jt()&&t?.length),Nt=()=>Mt()||I.value.seats.some(({seat:e,cards:t})=>e===jt()&&t?.length),Pt=()=>{let e=Mt();(e?document.getElementById(`zone-${e.id}`):document.querySelector(`.board > .mat`))?.scrollIntoView({block:`start`})},Ft=()=>h`
  <p class="meanwhile">
    ${Nt()&&h`<button type="button" class="quiet-button" onClick=${Pt}><${p} name="gallery-horizontal-end" /> My cards</button>`}
    <a class="quiet-button" href=${`/rules/${b.value.game}`} target="_blank" rel="noopener"><${p} name="scale" /> Rulebook</a>
    <a class="quiet-button" href="#log"><${p} name="list" /> Log</a>
    <${Ot} />
  </p>
  <${Et} />`,It=`put-turns-together`,q=r(localStorage.getItem(It)===`yes`),Lt=()=>q.value&&!g.take&&import(`./drafts.js`).catch(()=>{}),Rt=e=>{q.value=e,e?localStorage.setItem(It,`yes`):localStorage.removeItem(It),Lt()},zt={owner:`the owner`,scribe:`the scribe`,recorder:`the recorder`},Bt=e=>{let[t,n]=e.split(`:`);return t===`seat`&&_e(n)?.label||zt[t]||e},Vt=({item:e})=>h`<li><p><b>${e.says}</b> <span class="quiet">tapped with the link for ${Bt(e.holder)}</span></p>
    ${!v(e)&&h`<p class="quiet">To record it, open that link on this device.</p>`}
    <div class="buttons">
      <button type="button" class="option" onClick=${()=>Pe(e)}>Discard it</button>
    </div></li>`,Ht=()=>{let e=se.value,t=[...new Set(e.filter(v).map(e=>e.holder))],n=e=>{te(e),D()};return h`<${N} title="Not recorded yet">
    <p>This device queued these with another link. They can only be recorded with that link.</p>
    <ul class="rows">${e.map(e=>h`<${Vt} key=${e.key} item=${e} />`)}</ul>
    <div class="buttons">${t.map(e=>h`<button type="button" class="primary" key=${e} onClick=${()=>n(e)}>Record it as ${Bt(e)}</button>`)}</div>
    ${!e.length&&h`<p role="status">Nothing left.</p>`}
  </${N}>`},J=Symbol(`missing`),Ut=[`string`,`integer`],Wt=e=>(e[0]??``).toUpperCase()+e.slice(1).replaceAll(`_`,` `),Gt=(e,t)=>{let{$ref:n,...r}=e;return n?{...t[n.split(`/`).pop()],...r}:r},Y=(e,t,n)=>{let r=Gt(e,t),i=r[`x-kind`]??n;if(r.anyOf){let e=r.anyOf.filter(e=>e.type!==`null`),n=e.length<r.anyOf.length,a=r[`x-values`];return e.length===1?{...Y(e[0],t,i),empty:n,words:a}:{kind:e.every(e=>Ut.includes(e.type))?`text`:`json`,names:i,numbers:!0,empty:n,words:a}}if(r.oneOf&&r.discriminator){let{propertyName:e,mapping:n}=r.discriminator;return{kind:`one`,tag:e,of:n,parts:t}}if(r.enum){let e=r.enum.filter(e=>e!==null);return{kind:`choice`,values:e,empty:e.length<r.enum.length,words:r[`x-values`]}}if(r.type===`string`)return{kind:`text`,names:i};if(r.type===`integer`)return{kind:`number`,first:r[`x-first`]??0};if(r.type===`boolean`)return{kind:`flag`,usual:r.default??!1};if(r.type===`array`&&r.items)return{kind:`list`,of:Y(r.items,t,i)};if(r.properties)return{kind:`members`,properties:r.properties,required:r.required??[],parts:t,names:i,hint:r[`x-hint`]};if(r.type===`object`&&r.additionalProperties?.constructor===Object){let e=Y(r.additionalProperties,t,i);return{kind:`map`,of:e,keys:{names:r[`x-keys`]??(e.kind===`number`?i:void 0)}}}return{kind:`json`}},Kt=(e,t=[])=>Object.entries(e.properties).filter(([e])=>!t.includes(e)).sort(([e],[t])=>(t===`seat`)-(e===`seat`)).map(([t,n])=>{let r=t===`seat`?`seat`:e.names,i=e.required.includes(t);return{name:t,label:n.title??t,shape:Y(n,e.parts,r),needed:i,usual:n.default}}),qt=({schema:e,components:t})=>Object.fromEntries(Object.entries(e.discriminator.mapping).map(([e,n])=>[e,Gt({$ref:n},t.schemas).title])),Jt=(e,t)=>Y({$ref:e.of[t]},e.parts),Yt=(e,t={},n=[])=>{let r={};for(let{name:i,shape:a,needed:o}of Kt(e,n)){let e=X(a,t[i]);if(o||e!==J&&t[i]!==void 0){if(e===J)return J;r[i]=e}}return r},Xt=(e,t)=>e.includes(J)?J:t(e),Zt=e=>{try{return JSON.parse(e)}catch{return J}},Qt={choice:(e,t)=>e.values.find(e=>String(e)===t)??J,text:(e,t)=>e.numbers&&/^-?\d+$/.test(t)?Number(t):t,number:(e,t)=>/^-?\d+$/.test(t)?t-e.first:J,flag:(e,t)=>t,json:(e,t)=>Zt(t),list:(e,t)=>Xt(t.map(t=>X(e.of,t)),e=>e),map:(e,t)=>Xt(t.flatMap(([t,n])=>[t||J,X(e.of,n)]),()=>Object.fromEntries(t.map(([t,n])=>[t,X(e.of,n)]))),members:Yt,one:(e,t)=>{if(!t.kind)return J;let n=Yt(Jt(e,t.kind),t.members,[e.tag]);return n===J?J:{[e.tag]:t.kind,...n}}},$t={flag:e=>e.usual,list:()=>[],map:()=>[],members:()=>({}),one:()=>({})},en=e=>$t[e.kind]?.(e)??``,X=(e,t)=>{if(e.empty&&(t===void 0||t===``))return null;let n=t??en(e);return n===``?J:Qt[e.kind](e,n)},tn=({label:e,options:t,none:n=`Choose…`,draft:r,onDraft:i})=>h`<label class="field">${e}
  <select value=${r??``} onChange=${e=>i(e.target.value)}>
    <option value="">${n}</option>
    ${t.map(([e,t])=>h`<option key=${e} value=${e}>${t}</option>`)}
  </select></label>`,nn=(e,{names:t,seats:n,schemas:r})=>e===`seat`?n.map(({seat:e,label:t})=>[e,t]):e===`action`?Object.entries(qt(r.action)):Object.entries(t).filter(([,t])=>t.kind===e).map(([e,{name:t,text:n}])=>[e,[t,n].filter(Boolean).join(` · `)]),rn=({shape:e,needed:t})=>e.empty?e.words?.[``]??`Nothing`:t?void 0:`Default`,an=({label:e,draft:t,onDraft:n,usual:r,numeric:i})=>h`<label class="field">${e}
  <input value=${t??``} inputmode=${i?`numeric`:void 0} placeholder=${r??``} autocapitalize="off"
    onInput=${e=>n(e.target.value)} /></label>`,on=e=>{let t=e.shape.names?nn(e.shape.names,e.told):[];return t.length?h`<${tn} ...${e} options=${t} none=${rn(e)} />`:h`<${an} ...${e} />`},sn=({label:e,shape:t,draft:n=t.usual,onDraft:r})=>h`<label class="tick"><input type="checkbox" checked=${n}
  onChange=${e=>r(e.target.checked)} /> ${e}</label>`,cn=({label:e,draft:t,onDraft:n})=>h`<label class="field">${e} <small>as JSON, not checked in advance</small>
  <textarea rows="3" value=${t??``} onInput=${e=>n(e.target.value)}></textarea></label>`,ln=({label:e,shape:t,draft:n,fresh:r,onDraft:i,row:a})=>{let o=n||[];return h`<fieldset class="nested"><legend>${e}</legend>
  ${o.map((t,n)=>h`<div class="row" key=${n}>
    ${a(t,`${e} ${n+1}`,e=>i(o.with(n,e)))}
    <button type="button" class="option round" aria-label=${`Remove: ${e} ${n+1}`} onClick=${()=>i(o.toSpliced(n,1))}>
      <${p} name="x" /></button></div>`)}
  <button type="button" class="option" aria-label=${`Add: ${e}`} onClick=${()=>i([...o,r()])}><${p} name="plus" /> Add</button>
  ${t.empty&&!o.length&&h`<label class="tick"><input type="checkbox" checked=${!!n}
    onChange=${e=>i(e.target.checked?[]:void 0)} /> Empty</label>`}
</fieldset>`},un=({label:e,shape:t,told:n,draft:r,onDraft:i})=>h`<${ln} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>en(t.of)}
  row=${(e,r,i)=>h`<${gn} label=${r} shape=${t.of} told=${n} draft=${e} onDraft=${i} needed />`} />`,dn=({label:e,shape:t,told:n,draft:r,onDraft:i})=>h`<${ln} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>[``,en(t.of)]}
  row=${([e,r],i,a)=>h`<${on} label=${`${i}: of`} shape=${t.keys} told=${n} draft=${e} onDraft=${e=>a([e,r])} needed />
    <${gn} label=${i} shape=${t.of} told=${n} draft=${r} onDraft=${t=>a([e,t])} needed />`} />`,fn=({shape:e,told:t,draft:n={},onDraft:r,without:i=[]})=>h`<div class="members">
  ${Kt(e,i).map(e=>h`<${gn} key=${e.name} ...${e} told=${t}
    draft=${n[e.name]} onDraft=${t=>r({...n,[e.name]:t})} />`)}</div>`,pn=({label:e,...t})=>h`<fieldset class="nested"><legend>${e}</legend><${fn} ...${t} /></fieldset>`,mn=({label:e,shape:t,told:n,draft:r={},onDraft:i,without:a=[]})=>{let o=Object.keys(t.of).map(e=>[e,n.labels[e]??Wt(e)]),s=r.kind&&Jt(t,r.kind);return h`<${tn} label=${e} options=${o.sort(([,e],[,t])=>e.localeCompare(t))}
      draft=${r.kind} onDraft=${e=>i({kind:e,members:{seat:r.members?.seat}})} />
    ${s&&h`${s.hint&&h`<p class="quiet hint">${s.hint}</p>`}
      <${fn} key=${r.kind} shape=${s} told=${n} draft=${r.members} without=${[t.tag,...a]}
        onDraft=${e=>i({...r,members:e})} />`}`},hn={choice:e=>h`<${tn} ...${e} none=${rn(e)} options=${e.shape.values.map(t=>[String(t),e.shape.words?.[t]??t])} />`,text:on,number:({usual:e,...t})=>h`<${an} ...${t} usual=${typeof e==`number`?e+t.shape.first:``} numeric />`,flag:sn,list:un,map:dn,members:pn,one:mn,json:cn},gn=e=>h`<${hn[e.shape.kind]} ...${e} />`,_n=[`action_id`,`moved_at`,`chance`,`against_rules`,`reason`],vn=e=>typeof e==`object`&&e?Object.values(e).flatMap(vn):[e],yn=({names:e,seats:t},n)=>t.find(e=>e.seat===n)?.label??e[n]?.name??Wt(String(n)),bn=(e,t,{[t]:n,...r})=>[e.labels[n]??Wt(n),...vn(r).filter(e=>e!==null&&e!==!1).map(t=>yn(e,t))].join(` · `),xn=({told:e,draft:t={},fixed:n={},onSend:r})=>{let[i,a]=S(t),o={...e,labels:{...qt(e.schemas.action),...e.labels}},s=Y(o.schemas.action.schema,o.schemas.action.components.schemas),c=X(s,{...i,members:{...i.members,...n}});return h`<${mn} label="What happened?" shape=${s} told=${o} draft=${i} onDraft=${a} without=${[..._n,...Object.keys(n)]} />
    <div class="buttons stay"><button type="button" class="primary" disabled=${c===J}
      onClick=${()=>r(c,`${c.seat?`${yn(o,c.seat)}: `:``}${bn(o,`type`,{...c,seat:null})}`,i)}>Record</button></div>`},Sn=({told:e,draft:t=[{}],reason:n=``,about:r=``,onSend:i})=>{let[a,o]=S(t),[s,c]=S(n),[l,u]=S(r),d={...e,labels:qt(e.schemas.fact)},f=Y(d.schemas.fact.schema,d.schemas.fact.components.schemas),m=a.map(e=>X(f,e)),g=s.trim()&&!m.includes(J)&&!/^0|\D/.test(l);return h`${a.map((e,t)=>h`<section class="fact" key=${t} aria-label=${`Fact ${t+1}`}>
      <${mn} label="What changed?" shape=${f} told=${d} draft=${e} onDraft=${e=>o(a.with(t,e))} />
      ${a.length>1&&h`<button type="button" class="quiet-button" onClick=${()=>o(a.toSpliced(t,1))}><${p} name="x" /> Remove</button>`}
    </section>`)}
    <label class="field">Why? <input value=${s} maxlength="2000" onInput=${e=>c(e.target.value)} /></label>
    <label class="field">Corrects entry № <input type="number" min="1" value=${l} placeholder="none" onInput=${e=>u(e.target.value)} /></label>
    <div class="buttons stay"><button type="button" class="quiet-button" disabled=${m.includes(J)} onClick=${()=>o([...a,{}])}>
      <${p} name="plus" /> Another fact</button>
      <button type="button" class="primary warn" disabled=${!g} onClick=${()=>i({facts:m,reason:s.trim(),about:l?Number(l):void 0},`Correction: ${m.map(e=>bn(d,`fact`,e)).join(`; `)}`,a)}>Record</button></div>`},Cn=()=>Object.fromEntries(Object.entries(Ie.value.words).map(([e,{label:t}])=>[e.split(`/`)[0],t])),wn=({Form:e,...t})=>{let n=W.value,r=B.value===`live`;if(x(()=>{n||ut()},[n,r]),!n)return h`<p role="status">${r?`Loading the forms…`:`The forms are not on this device yet. They load when you are online again. You can write a note now.`}</p>`;let i={schemas:n.schemas,names:n.names,seats:I.value.seats,labels:e===xn?Cn():{}};return h`<${e} told=${i} ...${t} />`},Tn=e=>h`
  <p class="quiet hint">Your change takes effect even if the rules forbid it. The log keeps it, flagged, with your reason.</p>
  <${wn} Form=${Sn} ...${e} />`,En=({draft:e,...t})=>{let{role:n,seat:r}=o.value;return h`<${wn} Form=${xn} fixed=${n===`seat`?{seat:r}:{}} draft=${e??{members:Le.value?{seat:Le.value}:{}}} ...${t} />`},Dn=()=>h`<${N} title="Correct the table"><${Tn} onSend=${(e,t,n)=>{a(`corrections`,e,t,n,rt()),D()}} /></${N}>`,On=()=>h`<${N} title="Something else">
    <p class="quiet hint">These actions are not checked yet. The rules are applied when you are online again.</p>
    <${En} onSend=${(e,t,n)=>{a(`actions`,e,t,n),D()}} />
  </${N}>`,Z=({name:e,icon:t,children:n})=>h`<button type="button" class="option" data-key onClick=${()=>F(e)}><${p} name=${t} /> ${n}</button>`,kn=()=>{let e=nt.value&&!b.value.closed;return h`<${N} title="More">
  <div class="grid">
    ${T.value&&h`<${Z} name="note" icon="message-square">Write a note</${Z}>`}
    ${T.value&&h`<${Z} name="people" icon="users">Who sits where</${Z}>`}
    ${_(b.value.id)&&h`<a class="option" href=${`/t/${b.value.id}/who`}><${p} name="hand" /> Who is this phone?</a>`}
    ${T.value&&h`<button type="button" class="option" data-key aria-pressed=${q.value} onClick=${()=>Rt(!q.value)}><${p} name="list" /> Put turns together</button>`}
    <${Z} name="keys" icon="circle-question-mark">Keys</${Z}>
    ${U()&&h`<a class="option" href=${`/t/${b.value.id}/links`}><${p} name="qr-code" /> Links and QR codes</a>`}
    ${e&&h`<${Z} name="correct" icon="pencil">Correct the table…</${Z}>`}
    ${e&&h`<${Z} name="close" icon="x">Close the session</${Z}>`}
    ${U()&&!o.value.sees_all&&h`<${Z} name="all" icon="eye">See everything…</${Z}>`}
    <a class="option" href=${`/rules/${b.value.game}`}><${p} name="scale" /> Rulebook</a>
    <a class="option" href="/"><${p} name="house" /> Home</a>
  </div>
  <${At} mayStayAwake=${Ne} />
  ${b.value.invented.length>0&&h`<details><summary>About this box: it is made up, not the published one</summary>
    <ul>${b.value.invented.map(e=>h`<li key=${e}>${e}</li>`)}</ul></details>`}
</${N}>`},An=()=>{let[e,t]=S(``),{id:n}=b.value,[r=``]=Ve(n),i=I.value.seats.find(e=>e.seat===r)?.label??`The owner`;return h`<${N} title="See everything?">
    <p>You would see every hand and everything else that is hidden. A note in the log tells the table.</p>
    <p role="alert">${e}</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${async()=>{let e=await Ue(n,i);e?t(e):location.reload()}}>See everything</button></div>
  </${N}>`},jn=()=>ee().map(n).filter(Boolean).slice(0,50),Mn=e=>({"Tablelog-Tokens":e.join(`, `)}),Nn=(e,t)=>{let n=t.get(`Tablelog-Tokens-Ignored`);n&&ne(n.split(`,`).map(t=>e[t-1]))},Pn=async e=>{if(!e.length)return[];let{status:t,body:n,headers:r}=await y(`/v1/people`,{headers:Mn(e)});return Nn(e,r),t===200?n.items:[]},Fn=async()=>{let e=new Map;for(let{player:t,name:n}of await Pn(jn()))t&&n&&!e.has(n)&&e.set(n,t);return e},In=new Map,Ln=(e,t,n)=>{let r=e.get(t);if(r&&!n.includes(r))return r;let i=`${n.length} ${t}`;return In.has(i)||In.set(i,ge()),In.get(i)},Rn=(e,t,n)=>{let{players:r={},labels:i={}}=b.value;return A(r,t)&&A(i,t)===n?r[t]:Ln(e,n,Object.entries(r).filter(([e])=>e!==t).map(([,e])=>e))},zn=({seat:e,coming:t})=>{let[n,r]=S(A(b.value.labels,e.seat)??``),[i,a]=S(``),o=`/v1/sessions/${b.value.id}/people/${e.seat}`;return h`<li><${ye} seat=${e.seat} />
    <label class="field">${e.label}<input value=${n} maxlength="80" list="known" autocomplete="off" onInput=${e=>r(e.target.value)} /></label>
    <button type="button" class="option" onClick=${async()=>{let r=n.trim(),i=await t,{status:s,body:c}=await y(o,{method:r?`PUT`:`DELETE`,token:U()??f.token,body:r?{player:Rn(i,e.seat,r),name:r}:void 0});a(s&&s<300?r?`Saved.`:`Erased.`:c?.detail??`No answer from the service. Try again.`)}}>${n.trim()?`Save`:`Erase`}</button>
    <span role="status">${i}</span></li>`},Bn=()=>{let[e]=S(Fn),[t,n]=S(new Map);x(()=>void e.then(n),[]);let r=I.value.seats.filter(e=>nt.value||e.seat===o.value.seat);return h`<p class="quiet">Names are never written to the log. To erase a name, leave it empty.</p>
    <ul class="rows people">${r.map(t=>h`<${zn} key=${t.seat} seat=${t} coming=${e} />`)}</ul>
    <datalist id="known">${[...t.keys()].map(e=>h`<option key=${e} value=${e} />`)}</datalist>`},Vn=[`A house rule`,`Noticed too late to undo`,`The rules are wrong here`],Q=({item:e})=>h`<p><b>${l(e)?`You tapped:`:`Tapped with the link for ${Bt(e.holder)}:`}</b> ${e.says}</p>`,Hn=()=>ae.value.length?`Discard it and ${ae.value.length} after it`:`Discard it`,Un=({item:e,missed:t})=>h`
  <h2 tabindex="-1" data-head>Someone else recorded first</h2>
  <${Q} item=${e} />
  <p><b>Meanwhile:</b></p>
  <ul>${t.map(e=>h`<li key=${e.number}>№ ${e.number} <${he} runs=${e.words?.says} /></li>`)}</ul>
  <div class="buttons">
    <button type="button" class="option" onClick=${i}>${Hn()}</button>
    <button type="button" class="primary" onClick=${()=>s()}>Record it now</button>
  </div>`,Wn=({item:e,onBack:t})=>{let[n,r]=S(``);return h`
    <h2 tabindex="-1" data-head>It happened anyway</h2>
    <${Q} item=${e} />
    <p>It is recorded with a flag and your reason. Both stay in the log.</p>
    <div class="grid wide">${Vn.map(e=>h`<button type="button" class="option" key=${e} aria-pressed=${n===e}
      onClick=${()=>r(e)}>${e}</button>`)}</div>
    <label class="field">Why? <input value=${n} maxlength="200" onInput=${e=>r(e.target.value)} /></label>
    <div class="buttons">
      <button type="button" class="option" onClick=${t}>Back</button>
      <button type="button" class="primary warn" disabled=${!n.trim()}
        onClick=${()=>s({body:{...e.body,against_rules:!0,reason:n.trim()}})}>Record with a flag</button>
    </div>`},Gn=({item:e,facts:t,onBack:n})=>{let r=t?Tn:En,i=t?`corrections`:`actions`;return h`
    <h2 tabindex="-1" data-head>${t?`Correct the table`:`Something else`}</h2>
    <${Q} item=${e} />
    <${r} draft=${e.path===i?e.draft:void 0} reason=${e.body.reason} about=${e.body.about}
      onSend=${(e,t,n)=>s({path:i,body:e,says:t,draft:n})} />
    <div class="buttons"><button type="button" class="option" onClick=${n}>Back</button></div>`},Kn=({kind:e,values:t=[],least:n,most:r})=>{let i=t.at(-1),a=t.filter(e=>e===i).length;return e===`several`&&n===r&&r>1&&a>=r?i:void 0},qn=({item:e,problem:n,onSay:r=e=>s({body:e}),onDrop:a=i})=>{let[{path:o,domain:c,words:l}]=n.outcomes,[u,...d]=o.split(`/`),f=Kn(c),p=Array.isArray(e.body)?e.body.at(-1):e.body,m=n=>r(Ce(e.body,e=>t(e,o,n)));return h`
    <h2 tabindex="-1" data-head>${l.asks} ${d.map(e=>isNaN(e)?L(k(l,`[]`),e):+e+1).join(` `)}</h2>
    <${Q} item=${e} />
    <div class="buttons">
      ${f!==void 0&&h`<button type="button" class="option" onClick=${()=>m(Array(c.most).fill(f))}>All ${L(l,f).toLowerCase()}</button>`}
      ${!(u in p)&&h`<button type="button" class="option" onClick=${()=>r(Ce(e.body,e=>({...e,chance:`drawn`})))}>Draw randomly</button>`}
    </div>
    <${De} key=${o} domain=${c} words=${l} allows=${e=>w(c,e)} answer=${m} />
    <div class="buttons">
      <button type="button" class="option" onClick=${a}>${Hn()}</button>
    </div>`},Jn=({item:e,problem:t})=>{let[n,r]=S(null),a=()=>r(null);if(n===`anyway`)return h`<${Wn} item=${e} onBack=${a} />`;if(n)return h`<${Gn} item=${e} facts=${n===`facts`} onBack=${a} />`;let o=z.value&&l(e),c=o&&e.path===`actions`&&t.status===409&&!t.rule,u=re.value.map(e=>e.words.label).join(`, `),d=o&&e.path===`actions`&&!e.turn&&t.rule&&!e.body.against_rules;return h`
    <h2 tabindex="-1" data-head>${t.rule?`The rules do not allow this`:t.title}</h2>
    <${Q} item=${e} />
    ${t.stuck?h`<p>Nothing is recorded yet. Add the missing facts, or record it anyway.</p><ul>${t.stuck.map(({message:e})=>h`<li key=${e}>${e}</li>`)}</ul>`:h`<p>${t.rule&&h`<code>${t.rule}</code> `}${t.detail}</p>`}
    ${t.rule_text&&t.rule_text!==t.detail&&h`<blockquote>${t.rule_text}</blockquote>`}
    ${u&&h`<p><b>You can:</b> ${u}</p>`}
    <div class="buttons">
      <button type="button" class="primary" onClick=${i}>${Hn()}</button>
      ${!t.rule&&!t.stuck&&h`<button type="button" class="option" onClick=${()=>s(t.status===412?{}:{id:e.id,seen:e.seen})}>${t.status===412?`Record it now`:`Try again`}</button>`}
      ${d&&h`<button type="button" class="option" onClick=${()=>r(`anyway`)}>It happened anyway</button>`}
      ${t.stuck&&h`<button type="button" class="option warn" onClick=${()=>s({body:{...e.body,accept_stuck:!0}})}>Record it anyway</button>`}
      ${e.draft&&h`<button type="button" class="option" onClick=${()=>r(e.path===`corrections`?`facts`:`action`)}>Edit it</button>`}
      ${c&&h`<button type="button" class="option" onClick=${()=>r(`facts`)}>Record it as a correction</button>`}
    </div>`},Yn=()=>{let{kind:e,...t}=oe.value;return t.problem?.outcomes?h`<div class="sheet"><${qn} ...${t} /></div>`:h`<div class="sheet trouble" role="alert">
    <${e===`conflict`?Un:Jn} ...${t} />
  </div>`},Xn=()=>{let[e,t]=S(``);return h`<${N} title="Write a note">
    <label class="field">Notes stay in the log for good, and everyone at the table can read them. Name people only if they agree.
      <textarea rows="3" maxlength="2000" value=${e} onInput=${e=>t(e.target.value)}></textarea></label>
    <div class="buttons"><button type="button" class="primary" disabled=${!e.trim()} onClick=${()=>{let t=B.value===`live`?{}:{moved_at:new Date().toISOString()};a(`notes`,{text:e.trim(),...t},`Note: ${e.trim()}`),D()}}>Save note</button></div>
  </${N}>`},Zn=({others:e,redo:t})=>t?`someone else undid it`:e?`others recorded part of it`:`someone learned something from it`,Qn=()=>{let[e,t]=S(``),[n,r]=S(M.value.entries?M.value:null),[i,a]=S(``),{to:o}=M.value;if(x(()=>{if(n)return;let{id:e,version:t}=b.value,i={"If-Match":`"${t}"`};y(`/v1/sessions/${e}/retractions?dry_run=true`,{method:`POST`,token:f.token,body:{to:o},headers:i}).then(({status:e,body:t})=>e===200?r(t.takes):a(t?.detail??`No answer from the service. Try again.`))},[]),!n)return h`<${N} title="Undo?"><p role="status">${i||`A moment…`}</p></${N}>`;let{count:s,entries:c,needs_reason:l,redo:u,splits:d}=n;return h`<${N} title=${u?`Redo?`:`Undo?`}>
    <p>${u?`Redoes`:`Undoes`} ${s>1?`${s} entries`:`one entry`}:</p>
    <ul class="goes">${c.map(({number:e,says:t})=>h`<li key=${e}>№ ${e} <${he} runs=${t} /></li>`)}
      ${s>c.length&&h`<li>and ${s-c.length} earlier</li>`}</ul>
    ${d&&h`<p>№ ${d} to № ${o}, the beginning of the same move, stay.</p>`}
    <p class="quiet">${u?``:`The log keeps the entries, struck through. Notes are unaffected.`}${l?` Give a reason: ${Zn(n)}.`:``}</p>
    ${l&&h`<label class="field">Why? <input value=${e} maxlength="200" onInput=${e=>t(e.target.value)} /></label>`}
    <div class="buttons"><button type="button" class="primary" disabled=${l&&!e.trim()} onClick=${()=>{Ae(n,e.trim()),D()}}>${u?`Redo`:`Undo`}</button></div>
  </${N}>`},$n=()=>{let[e,t]=S(``),n=[...document.querySelectorAll(`.spot`)].map(e=>e.dataset.place),r=I.value.zones.flatMap(e=>(e.places??[]).map(t=>({place:t,zone:e}))).filter(({place:t})=>n.includes(t.id)&&t.name.toLowerCase().includes(e.toLowerCase())),i=e=>{D(),de(e)};return h`<${N} title="Go to a place">
    <label class="field">Name <input type="search" value=${e} onInput=${e=>t(e.target.value)} /></label>
    <div class="grid">${r.slice(0,9).map(({place:e,zone:t})=>h`<button type="button" class="option" data-key key=${e.id}
      onClick=${()=>i(e)}><span><b>${e.name}</b> <small>${t.title}</small></span></button>`)}</div>
  </${N}>`},er=[[`1 … 9`,`press a button`],[`Esc`,`back`],[`U`,`undo`],[`G`,`find a place by name`],[`N`,`write a note`]],tr={all:An,people:()=>h`<${N} title="Who sits where?"><${Bn} /></${N}>`,menu:kn,note:Xn,undo:Qn,goto:$n,keys:()=>h`<${N} title="Keys">
  <dl class="lines">${er.map(([e,t])=>h`<div key=${e}><dt><kbd>${e}</kbd></dt><dd>${t}</dd></div>`)}</dl>
</${N}>`,close:()=>h`<${N} title="Close the session?">
    <p>${be.value?`The game is finished.`:`The game is not finished, so it closes as abandoned.`} After that, only notes can be recorded.</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${()=>{a(`close`,{outcome:be.value?`finished`:`abandoned`},`Session closed`,void 0,rt()),D()}}>Close session</button></div>
  </${N}>`,correct:Dn,else:On,left:Ht,outcome:()=>h`<${g.Asked} />`},nr=()=>oe.value?h`<${Yn} />`:h`<${tr[M.value.kind]} />`,rr=({kind:e,live:t})=>t&&[`recorded`,`corrected`].includes(e),ir=Re(()=>{let e=Te.value.filter(rr);if(!T.value||b.value?.closed||!e.length)return{least:0,most:0};let{role:t,seat:n}=o.value,r=e.findLast(({by:e})=>e?.role!==t||e?.seat!==n);return{least:t===`seat`?r?.number??1:1,most:e.at(-1).number}}),ar=({number:e,kind:t,live:n},{least:r,most:i})=>n&&B.value===`live`&&t!==`noted`&&e>=r&&e<i?e:null,or=e=>{location.hash=``,F(`undo`,{to:e})},sr=({of:e})=>{let t=ar(e,ir.value);return t&&h`<button type="button" class="undo to-here" aria-label=${`Undo to here: № ${t}`} title="Undo to here"
    onClick=${()=>or(t)}><${p} name="undo-2" /></button>`},cr=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=S([]),[o,s]=S(null),c={...e.stock};for(let{give:t,receive:n}of i)c[t]-=e.lots[t],c[n]=(c[n]??0)+e.lots[n];let l=Object.keys(e.lots),u=e=>{if(o===null)return s(e);a([...i,{give:o,receive:e}]),s(null)},d=new Map(l.map(t=>[t,`${c[t]??0} available, ${e.lots[t]} per trade`])),f=i.length>=e.most;return h`<ol class="rows">
      ${i.map(({give:e,receive:n},r)=>h`<li key=${r}>${L(t,e)} for ${L(t,n)}
        <button type="button" class="option" onClick=${()=>a(i.slice(0,r))}>Remove</button></li>`)}
    </ol>
    ${!f&&h`<h3 class="part">${o===null?`Give`:`${L(t,o)} for`}</h3>
      <${P} values=${l} words=${t} onTake=${u} chosen=${d}
        closed=${t=>o===null?(c[t]??0)<e.lots[t]:t===o} />`}
    <${C} open=${o===null&&r(i)} says=${`${i.length} of up to ${e.most}`} onDone=${()=>n(i)} />`},lr=(e,t)=>Array.from({length:Math.ceil(e.length/t)},(n,r)=>e.slice(r*t,(r+1)*t)),ur=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=S([]),o=e.values.filter(e=>!i.some(t=>j(t)===j(e))),s=e=>a(o.length===2?[...i,e,o.find(t=>t!==e)]:[...i,e]);R(o,s);let c=e.values.map((e,t)=>i[t]);return h`<ol class="slots" aria-label="Placed so far" style=${{"--columns":String(e.columns)}}>
      ${c.map((e,n)=>h`<li key=${n} class=${e===void 0?`empty`:``}>
        ${e===void 0?n===i.length?`next`:``:L(t,e)}
      </li>`)}
    </ol>
    ${o.length>0&&h`<${P} values=${o} words=${t} onTake=${s} />`}
    <${C} open=${!o.length&&r(lr(i,e.columns))} says=${`${i.length} of ${e.values.length}`}
      onDone=${()=>n(lr(i,e.columns))}>
      <button type="button" class="option" disabled=${!i.length} onClick=${()=>a(i.slice(0,-1))}>Undo one</button>
    </${C}>`},dr=(e,t)=>{let n=[...e];for(let e of t)n.splice(n.findIndex(t=>Ee(t)===Ee(e)),1);return n},fr=e=>[...new Map(e.map(e=>[Ee(e),e])).values()],pr=e=>e.length?fr(e).flatMap(t=>pr(dr(e,[t])).map(e=>[t,...e])):[[]],mr=({values:e},t)=>dr(e,Object.values(t).flatMap(Object.values)),hr=({of:e,values:t},n)=>{let r=mr({values:t},n),i=fr(r),a=[],o=[],s=[];for(let[t,{keys:c,most:l}]of Object.entries(e)){let e=n[t]??(c?{}:[]),u=l-Object.keys(e).length;if(u<1)continue;let d=(r,i)=>({name:t,key:i,values:r,plan:{...n,[t]:c?{...e,[i]:r[0]}:[...e,...r]}});c?s.push(...c.filter(t=>!Object.hasOwn(e,t)).flatMap(e=>i.map(t=>d([t],e)))):(o.push(...i.map(e=>d([e]))),i.length&&r.length<=Math.min(3,u)&&a.push(...pr(r).map(e=>d(e))))}return[...a.length&&a.length+s.length<=12?a:o,...s]},gr=e=>e!==void 0,_r=({kind:e,of:t})=>e===`outcome`&&t.kind===`depends`,vr=(e,{keys:t,count:n,least:r})=>{if(n)return{kind:`several`,values:e,least:n,most:n,ordered:!0};let i={kind:`choice`,values:fr(e)};return r<t.length?{kind:`optional`,of:i}:i},yr=e=>{let t=Object.entries(e).map(([e,t])=>[e,me(t)]).filter(([,e])=>e.length);return t.length<Object.keys(e).length?Object.fromEntries(t.map(([e,[t]])=>[e,t])):{}},$=({domain:e,words:t,answer:n,allows:r,seen:i,Widget:a})=>{let{keys:o,parts:s,values:c}=e,[l,u]=S([]),d=s||c?{}:yr(o),f=s??(c?o:Object.keys(o).filter(e=>!(Object.hasOwn(d,e)||_r(o[e])))),p=l.length,m=e=>e.flat().filter(gr),g=c?vr(dr(c,m(l)),e):s?.[p]??o[f[p]],_=e=>{let t=f.map((t,n)=>[t,e[n]]).filter(([,e])=>gr(e));return s?m(e):{...d,...Object.fromEntries(t)}},v=e=>{let t=[...l,e];t.length<f.length?u(t):r(_(t))?n(_(t)):u([])},ee=e=>w(g,e)&&(gr(e)||p<f.length-1||r(_([...l,e]))),te=Object.entries(d).map(([e,n])=>L(k(t,e),n));return h`${te.length>0&&h`<p class="quiet">${te.join(` · `)}</p>`}
    <h3 class="part">${s?`Part`:L(k(t,`[]`),f[p])}
      ${` `}<span class="quiet">${p+1} of ${f.length}${s&&m(l).map(e=>`, ${L(t,e)}`)}</span></h3>
    <${a} key=${p} domain=${g} words=${s||c?t:k(t,f[p])} answer=${v} allows=${ee} seen=${i&&!c} />`},br=e=>Object.keys(e.keys??{}),xr=e=>Object.values(e.keys??{}).find(e=>e.values?.length===1)?.values[0],Sr=(e,t)=>typeof e!=`object`||!e?[[e,t]]:Object.entries(e).flatMap(([e,n])=>[n].flat().map(n=>[n,k(t,e)])),Cr=e=>{let t=e.map(xr);return e.map((n,r)=>{let i=t[r];return i!==void 0&&t.filter(e=>e===i).length===1?i:br(n).filter(t=>!e.every(e=>br(e).includes(t))).join(`, `)||`${r+1}`})},wr=({domain:e,words:t,answer:n,Widget:r,allows:i})=>{let[a,o]=S([]),[s,c]=S(e.of.length===1&&e.least?e.of:[]),l=Cr(e.of),u=t=>c(e.of.filter((e,n)=>l[n]===t)),d=n=>{let r=l[e.of.findIndex(e=>w(e,n))],i=Sr(n,t),a=i.map(([e,t])=>L(t,e));return i.some(([e])=>e===r)||e.of.length===1?a:[L(t,r),...a]},[f]=s;return h`<ol class="rows">
      ${a.map((e,t)=>h`<li key=${t}>${d(e).join(` · `)}
        <button type="button" class="option" onClick=${()=>o(a.toSpliced(t,1))}>Remove</button></li>`)}
    </ol>
    ${s.length>1?h`<${P} values=${s.map(xr)} words=${t} onTake=${e=>c(s.filter(t=>xr(t)===e))} />`:f?h`<${r} domain=${f} words=${t} answer=${e=>(c([]),o([...a,e]))} allows=${e=>w(f,e)} />`:h`${a.length<e.most&&h`<${P} values=${[...new Set(l)]} words=${t} onTake=${u} />`}
          <${C} open=${i(a)} says=${`${a.length} so far`} onDone=${()=>n(a)} />`}`},Tr={kind:`written`,longest:9999},Er=e=>{try{return JSON.parse(e)}catch{return e}},Dr=({Widget:e,...t})=>{let{hint:n,form:r=Tr}=t.domain;return h`<p class="quiet">${n} <small>Not checked in advance.</small></p>
    <${e} ...${t} domain=${r} answer=${e=>t.answer(r===Tr?Er(e):e)} allows=${e=>w(r,e)} />`},Or=({domain:e,words:t,answer:n,Widget:r,allows:i,seen:a})=>{let o=i(void 0)&&h`<div class=${a?`buttons`:`done`}><button type="button" class="option" data-key
    onClick=${()=>n(void 0)}>${t.values?.null?.label??`None`}</button></div>`;return h`${a&&o}
    <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>w(e.of,t)&&i(t)} />
    ${!a&&o}`},kr=({domain:e,words:t,answer:n,Widget:r})=>h`
  ${e.chosen&&h`<div class="buttons"><button type="button" class="option" data-key onClick=${()=>n(void 0)}>Did not happen</button></div>`}
  <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>w(e.of,t)} seen />`,Ar=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=S(e.least<0&&e.most>0?0:e.most),o=t=>a(Math.min(e.most,Math.max(e.least,i+t)));return h`<div class="stepper">
      <button type="button" class="option" onClick=${()=>a(e.least)}>Min: ${e.least}</button>
      <button type="button" class="option round" aria-label="One fewer" onClick=${()=>o(-1)}><${p} name="minus" /></button>
      <output aria-live="polite">${L(t,i)}</output>
      <button type="button" class="option round" aria-label="One more" onClick=${()=>o(1)}><${p} name="plus" /></button>
      <button type="button" class="option" onClick=${()=>a(e.most)}>Max: ${e.most}</button>
    </div>
    <${C} open=${r(i)} onDone=${()=>n(i)} />`},jr=({least:e,most:t})=>e===t?`of ${t}`:`of ${e} to ${t}`,Mr={assign:$,dealt:$,each:$,exchanges:cr,gathered:$,grid:ur,joined:$,listed:wr,open:Dr,optional:Or,outcome:kr,range:Ar,several:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=S([]),o=e.most===1&&e.least===1,s=new Map([...ke(e.values)].map(([e,t])=>[j(JSON.parse(e)),t])),c=[...new Map(e.values.map(e=>[j(e),e])).values()],l=new Map;i.forEach((t,n)=>{let r=j(t),a=(s.get(r)??1)>1,o=l.get(r);e.ordered?l.set(r,o?`${o}, ${n+1}`:`${n+1}`):l.set(r,a?`×${i.filter(e=>j(e)===r).length}`:`✓`)});let u=t=>{if(o)return n([t]);let r=j(t),c=i.filter(e=>j(e)===r).length;i.length<e.most&&c<(s.get(r)??1)?a([...i,t]):c&&a(i.filter(e=>j(e)!==r))};R(c,u,l);let d=i.length>=e.most;return h`<${P} values=${c} words=${t} onTake=${u} chosen=${l}
      closed=${e=>!o&&d&&!l.has(j(e))} />
    ${!o&&h`<${C} open=${r(i)} says=${`${i.length} ${jr(e)}`} onDone=${()=>n(i)} />`}`},shared:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=S([{}]),o=i[0],s=({plan:t})=>mr(e,t).length?a([t,...i]):n(t),c=(e,n,r)=>(r?`${L(k(t.of[e],`[]`),r)}: `:``)+n.map(n=>L(t.of[e],n)).join(`, `);return h`${Object.entries(e.of).map(([n,{keys:r}])=>h`<h3 class="part">${t.of[n].asks}
        ${` `}<span class="quiet">${r?Object.entries(o[n]??{}).map(([e,t])=>c(n,[t],e)).join(`, `):c(n,o[n]??[])}</span> <small>${t.of[n].hint}</small></h3>
      <${xe} options=${hr(e,o).filter(e=>e.name===n).map(e=>({...e,label:c(n,e.values,e.key)}))} onTake=${s} />`)}
    <${C} open=${r(o)} says=${`${mr(e,o).length} left`} onDone=${()=>n(o)}>
      <button type="button" class="option" disabled=${!i[1]} onClick=${()=>a(i.slice(1))}>Undo one</button>
    </${C}>`},split:({domain:e,words:t,answer:n,allows:r})=>{let i=k(t,`[]`),[a,o]=S({}),s=Object.keys(e.limits),c=Object.values(a).reduce((e,t)=>e+t,0),l=(t,n)=>{let r=(A(a,t)??0)+n;if(r<0||r>e.limits[t]||n>0&&c>=e.most)return;let{[t]:i,...s}=a;o(r?{...s,[t]:r}:s)};R(s,e=>l(e,1));let u=e.least===e.most?`${c} of ${e.most}`:`${c} of ${e.least} to ${e.most}`;return h`<ul class="rows">
      ${s.map(t=>h`<li key=${t}>
        <span>${L(i,t)} <small>up to ${e.limits[t]}</small></span>
        <button type="button" class="option round" aria-label=${`${L(i,t)}: one fewer`} onClick=${()=>l(t,-1)}><${p} name="minus" /></button>
        <output>${A(a,t)??0}</output>
        <button type="button" class="option round" aria-label=${`${L(i,t)}: one more`} onClick=${()=>l(t,1)}><${p} name="plus" /></button>
      </li>`)}
    </ul>
    <${C} open=${r(a)} says=${u} onDone=${()=>n(a)} />`},written:({domain:e,answer:t,allows:n})=>{let[r,i]=S(``);return h`<label class="field">Text <input value=${r} maxlength=${e.longest} onInput=${e=>i(e.target.value)} /></label>
    <${C} open=${n(r.trim())} onDone=${()=>t(r.trim())} />`}},Nr=(e=``)=>import(`../pages/beside.js`+e).catch(()=>setTimeout(Nr,5e3,e+`#`));Tt(),dt(),Lt(),Nr(),setTimeout(tt,3e3);export{We as Bots,ot as Finished,Ft as Meanwhile,mt as Move,nr as Sheet,sr as ToHere,q as n,qn as t,Mr as widgets};