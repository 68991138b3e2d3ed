package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
)

const writes = 150

// survive writes for some seconds, whatever becomes of the server meanwhile, and gives what an informer has at the end.
func survive(ctx context.Context, at *place) (any, error) {
	factory := informers.NewSharedInformerFactoryWithOptions(at.kube, 0, informers.WithNamespace(at.namespace), informers.WithTweakListOptions(ours))
	informer := factory.Core().V1().ConfigMaps()
	lister := informer.Lister()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	fmt.Println(`{"step":"writing"}`)
	failures := 0
	for n := range writes {
		made := configMap(fmt.Sprintf("s%03d", n), nil)
		made.Labels = map[string]string{"ours": "yes"}
		for {
			_, err := at.kube.CoreV1().ConfigMaps(at.namespace).Create(ctx, made, metav1.CreateOptions{})
			// What was written and not acknowledged is there when it is tried again.
			if err == nil || apierrors.IsAlreadyExists(err) {
				break
			}
			if ctx.Err() != nil {
				return nil, err
			}
			failures++
			time.Sleep(50 * time.Millisecond)
		}
		time.Sleep(15 * time.Millisecond)
	}
	stored := 0
	err := until(ctx, "all that was written", func(context.Context) (bool, error) {
		found, err := lister.List(labels.Everything())
		stored = len(found)
		return stored == writes, err
	})
	return map[string]any{"stored": stored, "interrupted": failures > 0}, err
}

// fanOut has many informers see what several write at once.
func fanOut(ctx context.Context, at *place) (any, error) {
	const watchers, writers, each = 20, 4, 25
	var factories []informers.SharedInformerFactory
	for range watchers {
		factory := informers.NewSharedInformerFactoryWithOptions(at.kube, 0, informers.WithNamespace(at.namespace), informers.WithTweakListOptions(ours))
		factory.Core().V1().ConfigMaps().Informer()
		factory.Start(ctx.Done())
		factories = append(factories, factory)
	}
	for _, factory := range factories {
		factory.WaitForCacheSync(ctx.Done())
	}
	var group sync.WaitGroup
	failed := make(chan error, writers)
	for writer := range writers {
		group.Go(func() {
			for n := range each {
				made := configMap(fmt.Sprintf("f%d-%d", writer, n), nil)
				made.Labels = map[string]string{"ours": "yes"}
				if _, err := at.kube.CoreV1().ConfigMaps(at.namespace).Create(ctx, made, metav1.CreateOptions{}); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	group.Wait()
	close(failed)
	if err := <-failed; err != nil {
		return nil, err
	}
	return "all have all", until(ctx, "every informer to have everything", func(context.Context) (bool, error) {
		for _, factory := range factories {
			found, err := factory.Core().V1().ConfigMaps().Lister().List(labels.Everything())
			if err != nil || len(found) < writers*each {
				return false, err
			}
		}
		return true, nil
	})
}
