create table t(id int primary key, n int check (n > 0));
do $$ begin raise warning 'careful'; end $$;
insert into t values (1, 1);
insert into t values (1, 2);
insert into t values (2, -2);
select * from missing;
select 1/0;
selec 1;
